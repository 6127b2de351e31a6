"""The data type that holds the values of two."""

import mindspore as ms

_SIGNED = (ms.int8, ms.int16, ms.int32, ms.int64)
_FLOATS = (ms.float16, ms.bfloat16, ms.float32, ms.float64)
_COMPLEX = (ms.complex64, ms.complex128)
_ORDER = (ms.bool_, ms.uint8, *_SIGNED, *_FLOATS, *_COMPLEX)


def promote_types(type1, type2):
    """As ``torch.promote_types``."""
    low, high = sorted((type1, type2), key=_ORDER.index)
    if low == ms.uint8 and high == ms.int8:
        return ms.int16
    if low == ms.float16 and high == ms.bfloat16:
        return ms.float32
    if low == ms.float64 and high == ms.complex64:
        return ms.complex128
    return high
