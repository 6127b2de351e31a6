# needs: start_training
import functools

from mindspore import nn


def from_the_start(named):
    """What a name stands for that is known only when it runs: a network's class makes networks that train from the start.

    A function that makes one decides itself, and so does anything else.
    """
    kind = named
    while isinstance(kind, functools.partial):
        kind = kind.func
    if not (isinstance(kind, type) and issubclass(kind, nn.Cell)):
        return named
    return lambda *args, **kwargs: start_training(named(*args, **kwargs))
