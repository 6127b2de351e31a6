import mindspore as ms
from mindspore import Tensor


def moved_or_cast(tensor, *to, dtype=None, other=None, **rest):
    """``tensor.to(to)`` where only the run can tell what ``to`` is.

    A data type casts, a tensor gives its data type, and a device changes nothing: MindSpore has one for all.
    """
    for one in (*to, dtype, other):
        if isinstance(one, Tensor):
            return tensor.to(one.dtype)
        if isinstance(one, ms.Type):
            return tensor.to(one)
    return tensor
