from numbers import Integral

import mindspore as ms
from mindspore import Tensor, ops


def float_tensor(data):
    """As ``torch.FloatTensor(data)``: a number is a size, anything else holds the values."""
    if isinstance(data, Integral):
        return ops.zeros((int(data),), dtype=ms.float32)
    return data.astype(ms.float32) if isinstance(data, Tensor) else Tensor(data, dtype=ms.float32)
