import numpy as np
from mindspore import Tensor, ops

_WAYS = {"circular": "wrap", "reflect": "reflect", "replicate": "edge"}


def pad_spatial(x, padding, mode):
    """Pads the last axes of ``x`` on both sides by ``padding`` (one number an axis), as torch's convolutions do."""
    for axis, width in zip(range(x.ndim - len(padding), x.ndim), padding):
        if width:
            places = np.pad(np.arange(x.shape[axis]), width, _WAYS[mode])
            x = ops.gather(x, Tensor(places), axis)
    return x
