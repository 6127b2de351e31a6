def other_name(name, where=None):
    """A property for what MindSpore calls ``name``; None where the attribute ``where`` is false, as in torch."""

    def read(self):
        return getattr(self, name) if where is None or getattr(self, where) else None

    return property(read, lambda self, value: setattr(self, name, value))
