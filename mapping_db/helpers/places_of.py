"""Places to write to, where there may be none."""

import mindspore as ms
from mindspore import mint


def places_of(tensor, index):
    """``index``, or where it names nothing a mask that does so: MindSpore fails to write to no place by an empty tensor."""
    places = index[0] if isinstance(index, tuple) and len(index) == 1 else index
    if isinstance(places, ms.Tensor) and places.size == 0 and places.dtype != ms.bool_:
        return mint.zeros(tensor.shape[0], dtype=ms.bool_)
    return index
