"""Saves anything, tensors included; of a network its state dictionary."""

# needs: checkpoint_path

import pickle
import warnings
from pathlib import Path

import mindspore as ms
from mindspore import nn


def save_object(obj, f, *args, **kwargs):
    """As ``torch.save`` for dictionaries, lists, numbers and tensors; ``f`` is a path or an open file.

    A Cell cannot be written as a whole: its weights are saved, and ``load_object`` gives them back as a dictionary.
    """
    if isinstance(obj, nn.Cell):
        warnings.warn("only the network's weights are saved: read them with load_state_dict", stacklevel=2)
        obj = obj.state_dict() if hasattr(obj, "state_dict") else obj.parameters_dict()
        if not hasattr(f, "write"):
            ms.save_checkpoint(dict(obj), checkpoint_path(f))
            return
    if hasattr(f, "write"):
        pickle.dump(obj, f)
        return
    with Path(f).open("wb") as stream:
        pickle.dump(obj, stream)
