import mindspore as ms
from mindspore import Tensor

_PYTHON = {bool: ms.bool_, int: ms.int64, float: ms.float64, complex: ms.complex128}


def moved_or_cast(tensor, *to, dtype=None, other=None, **rest):
    """``tensor.to(to)`` where only the run can tell what ``to`` is.

    A data type casts, a tensor gives its data type, and a device changes nothing: MindSpore has one for all.
    """
    for one in (*to, dtype, other):
        if isinstance(one, Tensor):
            return tensor.to(one.dtype)
        if isinstance(one, ms.Type):
            return tensor.to(one)
        if isinstance(one, type):
            return tensor.to(_PYTHON[one])
    return tensor
