"""A decorator that leaves a function as it is."""


def as_is(function=None, *args, **kwargs):
    """Stands for decorators that only speak to TorchScript or the compiler of torch."""
    if callable(function):
        return function
    return lambda decorated: decorated
