"""Saves anything but a network, tensors included."""

import pickle
from pathlib import Path

from mindspore import nn


def save_object(obj, f, *args, **kwargs):
    """As ``torch.save`` for dictionaries, lists, numbers and tensors; ``f`` is a path or an open file."""
    if isinstance(obj, nn.Cell):
        raise TypeError("a Cell cannot be saved as a whole: save its state_dict()")
    if hasattr(f, "write"):
        pickle.dump(obj, f)
        return
    with Path(f).open("wb") as stream:
        pickle.dump(obj, stream)
