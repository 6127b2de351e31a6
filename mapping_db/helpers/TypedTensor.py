from numbers import Integral

from mindspore import Tensor, ops


class TypedTensor(type):
    """What makes a class such as ``torch.LongTensor``: all tensors of ``dtype`` are its objects, wherever they are."""

    def __call__(cls, *data):
        # Numbers are a size, anything else holds the values.
        if all(isinstance(item, Integral) for item in data):
            return ops.zeros(tuple(int(item) for item in data), dtype=cls.dtype)
        values = list(data[0]) if isinstance(data[0], range) else data[0]
        return values.astype(cls.dtype) if isinstance(values, Tensor) else Tensor(values, dtype=cls.dtype)

    def __instancecheck__(cls, value):
        return isinstance(value, Tensor) and value.dtype == cls.dtype
