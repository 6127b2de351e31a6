from collections.abc import Iterable


def to_ntuple(n):
    """A function that repeats a value ``n`` times, and makes a tuple of what is a sequence already."""

    def parse(x):
        if isinstance(x, Iterable) and not isinstance(x, str):
            return tuple(x)
        return (x,) * n

    return parse
