from operator import attrgetter


def other_name(name, where=None):
    """A property for what MindSpore calls ``name``; None where the attribute ``where`` is false, as in torch."""
    *owner, last = name.split(".")

    def read(self):
        return attrgetter(name)(self) if where is None or getattr(self, where) else None

    def write(self, value):
        setattr(attrgetter(".".join(owner))(self) if owner else self, last, value)

    return property(read, write)
