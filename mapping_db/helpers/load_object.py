"""Reads what ``save_object`` or ``mindspore.save_checkpoint`` wrote."""

# needs: checkpoint_path

import pickle
from pathlib import Path

import mindspore as ms

_FIRST_OF_TORCH = 0x1950A86A20F9469CFC6C  # what torch's old files begin with; its new ones are no pickles at all
_TORCH_WROTE_IT = "not written by `save_object`; if torch wrote it, its weights must be converted for MindSpore first"


def load_object(f, map_location=None, *args, **kwargs):
    """As ``torch.load``; ``f`` is a path or an open file. A file of torch's must be converted first."""
    if hasattr(f, "read"):
        return _unpickled(f)
    if not Path(f).exists():
        return ms.load_checkpoint(checkpoint_path(f))
    with Path(f).open("rb") as stream:
        if (
            Path(f).suffix == ".ckpt" and stream.peek(1)[:1] != pickle.PROTO
        ):  # MindSpore's, not one that a Trainer wrote
            return ms.load_checkpoint(checkpoint_path(f))
        return _unpickled(stream)


def _unpickled(stream):
    try:
        found = pickle.load(stream)
    except pickle.UnpicklingError as error:
        raise pickle.UnpicklingError(_TORCH_WROTE_IT) from error
    if type(found) is int and found == _FIRST_OF_TORCH:
        raise pickle.UnpicklingError(_TORCH_WROTE_IT)
    return found
