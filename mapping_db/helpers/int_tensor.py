from numbers import Integral

import mindspore as ms
from mindspore import Tensor, ops


def int_tensor(*data):
    """As ``torch.IntTensor``: numbers are a size, anything else holds the values."""
    if all(isinstance(item, Integral) for item in data):
        return ops.zeros(tuple(int(item) for item in data), dtype=ms.int32)
    values = list(data[0]) if isinstance(data[0], range) else data[0]
    return values.astype(ms.int32) if isinstance(values, Tensor) else Tensor(values, dtype=ms.int32)
