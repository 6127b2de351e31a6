import mindspore as ms
from mindspore import Tensor


def as_tensor(data, dtype=None, device=None):
    """``torch.as_tensor`` where it is handed on: a tensor stays what it is."""
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    return ms.tensor(data, dtype=dtype)
