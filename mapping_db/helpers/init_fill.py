# needs: set_data
from contextlib import nullcontext

import mindspore as ms
from mindspore import Parameter, Tensor, bfloat16


def init_fill(tensor, values):
    """Gives a Parameter or a Tensor new values, in place; returns it as torch's ``init`` functions do."""
    new = values.astype(tensor.dtype) if isinstance(values, Tensor) else Tensor(values, dtype=tensor.dtype)
    if isinstance(tensor, Parameter) and new.shape == tensor.shape and not tensor.has_init:
        set_data(tensor, new)
    elif isinstance(tensor, Parameter):
        tensor.set_data(new)
    elif tensor.dtype == bfloat16:
        tensor.copy_(new)  # a CPU sets no items of it
    else:
        # What ``tensor`` is a view of (``p.data``, ``p[:1]``) changes too, unlike with ``assign_value``.
        with ms._no_grad() if hasattr(ms, "_no_grad") else nullcontext():
            tensor[slice(None) if tensor.ndim else ()] = new
    return tensor
