from numbers import Integral

import mindspore as ms
from mindspore import Tensor, ops


def long_tensor(*data):
    """As ``torch.LongTensor``: numbers are a size, anything else holds the values."""
    if all(isinstance(item, Integral) for item in data):
        return ops.zeros(tuple(int(item) for item in data), dtype=ms.int64)
    values = list(data[0]) if isinstance(data[0], range) else data[0]
    return values.astype(ms.int64) if isinstance(values, Tensor) else Tensor(values, dtype=ms.int64)
