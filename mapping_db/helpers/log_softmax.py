from mindspore import ops


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """As ``torch.nn.functional.log_softmax``; without an axis torch takes the first of 0, 1 or 3 of them, else the second."""
    x = input if dtype is None else input.to(dtype)
    return ops.log_softmax(x, (0 if x.ndim in (0, 1, 3) else 1) if dim is None else dim)
