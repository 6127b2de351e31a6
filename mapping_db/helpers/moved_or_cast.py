import mindspore as ms
from mindspore import Tensor


def moved_or_cast(tensor, to):
    """``tensor.to(to)`` where only the run can tell what ``to`` is.

    A data type casts, a tensor gives its data type, and a device changes nothing: MindSpore has one for all.
    """
    if isinstance(to, Tensor):
        return tensor.to(to.dtype)
    return tensor.to(to) if isinstance(to, ms.Type) else tensor
