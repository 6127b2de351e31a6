import mindspore as ms
from mindspore import Parameter, Tensor, ops


def made_tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """``torch.tensor`` where it is handed on: a copy, which no gradient passes through."""
    made = ms.tensor(data, dtype=dtype)
    if isinstance(data, Tensor):
        made = ops.stop_gradient(made)
    return Parameter(made) if requires_grad else made
