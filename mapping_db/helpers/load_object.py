"""Reads what ``save_object`` or ``mindspore.save_checkpoint`` wrote."""

# needs: checkpoint_path

import pickle
from pathlib import Path

import mindspore as ms


def load_object(f, map_location=None, *args, **kwargs):
    """As ``torch.load``; ``f`` is a path or an open file. A file of torch's must be converted first."""
    if hasattr(f, "read"):
        return pickle.load(f)
    if not Path(f).exists():
        return ms.load_checkpoint(checkpoint_path(f))
    with Path(f).open("rb") as stream:
        if (
            Path(f).suffix == ".ckpt" and stream.peek(1)[:1] != pickle.PROTO
        ):  # MindSpore's, not one that a Trainer wrote
            return ms.load_checkpoint(checkpoint_path(f))
        return pickle.load(stream)
