"""Saves anything, tensors and networks included."""

# needs: ObjectPickler, checkpoint_path

import io
import pickle
import warnings
from pathlib import Path

import mindspore as ms
from mindspore import nn


def save_object(obj, f, *args, **kwargs):
    """As ``torch.save``; ``f`` is a path or an open file.

    Where a network cannot be written as a whole, its weights are saved, and ``load_object`` gives them back as a dictionary.
    """
    written = io.BytesIO()
    try:
        ObjectPickler(written).dump(obj)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        if not isinstance(obj, nn.Cell):
            raise
        warnings.warn(f"only the network's weights are saved, read them with load_state_dict: {error}", stacklevel=2)
        if not hasattr(f, "write"):
            ms.save_checkpoint(dict(obj.state_dict()), checkpoint_path(f))
            return
        written = io.BytesIO(pickle.dumps(obj.state_dict()))
    if hasattr(f, "write"):
        f.write(written.getvalue())
    else:
        Path(f).write_bytes(written.getvalue())
