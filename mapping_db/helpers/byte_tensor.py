from numbers import Integral

import mindspore as ms
from mindspore import Tensor, ops


def byte_tensor(*data):
    """As ``torch.ByteTensor``: numbers are a size, anything else holds the values."""
    if all(isinstance(item, Integral) for item in data):
        return ops.zeros(tuple(int(item) for item in data), dtype=ms.uint8)
    values = list(data[0]) if isinstance(data[0], range) else data[0]
    return values.astype(ms.uint8) if isinstance(values, Tensor) else Tensor(values, dtype=ms.uint8)
