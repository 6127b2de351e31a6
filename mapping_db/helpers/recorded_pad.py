# needs: pad
import numpy as np
from mindspore import Tensor, ops

_pad_constant = pad
_MODES = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def recorded_pad(input, pad, mode="constant", value=None):
    """As ``torch.nn.functional.pad``, for gradients of gradients."""
    if mode == "constant":
        return _pad_constant(input, pad, mode, value)
    for turn, (low, high) in enumerate(zip(pad[::2], pad[1::2])):
        axis = input.ndim - 1 - turn
        places = np.arange(input.shape[axis])
        places = places[max(-low, 0) : len(places) - max(-high, 0)]
        places = np.pad(places, (max(low, 0), max(high, 0)), _MODES[mode])
        input = ops.gather(input, Tensor(places), axis)
    return input
