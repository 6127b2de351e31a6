"""The data type that a tensor class of torch's stands for."""

import mindspore as ms

_TYPES_BY_CLASS = {
    "FloatTensor": ms.float32,
    "DoubleTensor": ms.float64,
    "HalfTensor": ms.float16,
    "BFloat16Tensor": ms.bfloat16,
    "LongTensor": ms.int64,
    "IntTensor": ms.int32,
    "ShortTensor": ms.int16,
    "CharTensor": ms.int8,
    "ByteTensor": ms.uint8,
    "BoolTensor": ms.bool_,
}


def type_named(kind):
    """As ``tensor.type(kind)`` reads it: a class's name (``"torch.cuda.FloatTensor"``), such a class, or a data type itself."""
    if isinstance(kind, str):
        return _TYPES_BY_CLASS[kind.rpartition(".")[2]]
    return getattr(kind, "dtype", kind)
