from mindspore import Parameter, Tensor


def init_fill(tensor, values):
    """Gives a Parameter or a Tensor new values, in place; returns it as torch's ``init`` functions do."""
    new = values.astype(tensor.dtype) if isinstance(values, Tensor) else Tensor(values, dtype=tensor.dtype)
    if isinstance(tensor, Parameter):
        tensor.set_data(new)
    else:
        tensor.assign_value(new)
    return tensor
