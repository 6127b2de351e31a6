from mindspore import mint, nn

_OTHER_NAMES = {"ConvTranspose2d": "Conv2dTranspose", "SELU": "SeLU", "ModuleList": "CellList"}


class StandIn(type(nn.Cell)):
    """The type of classes that are handed around in place of MindSpore's own: what is asked of those holds of these, too.

    ``TorchReLU`` takes torch's arguments wherever ``kind(inplace=True)`` is called; ``isinstance(m, kind)`` and
    ``type(m) in kinds`` are true of an ``nn.ReLU`` that was made as such.
    """

    def same(cls):
        """The classes of MindSpore that a class stands for; none for what is derived from it elsewhere."""
        known = cls.__dict__.get("_same")
        if known is None:
            name = cls.__name__.removeprefix("Torch").removeprefix("Exact").removeprefix("Plain")
            above = [one for one in cls.__mro__[1:] if one not in nn.Cell.__mro__]
            found = [one for one in above if one.__module__.startswith("mindspore.")][:1]
            found += [getattr(place, _OTHER_NAMES.get(name, name), None) for place in (nn, mint.nn)]
            known = tuple(dict.fromkeys(filter(None, found))) if cls.__module__ == __name__ else ()
            cls._same = known
        return known

    def __instancecheck__(cls, instance):
        return isinstance(instance, cls.same()) or super().__instancecheck__(instance)

    def __subclasscheck__(cls, other):
        return issubclass(other, cls.same()) or super().__subclasscheck__(other)

    def __eq__(cls, other):
        return cls is other or any(other is one for one in cls.same())

    def __hash__(cls):
        return hash(cls.same()[0]) if cls.same() else super().__hash__()
