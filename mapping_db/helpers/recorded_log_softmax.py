from mindspore import ops


def recorded_log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """As ``torch.log_softmax``, for gradients of gradients: MindSpore's own has none."""
    x = input if dtype is None else input.astype(dtype)
    axis = (0 if x.ndim in (0, 1, 3) else 1) if dim is None else dim
    lowered = x - ops.stop_gradient(x).max(axis, keepdims=True)
    return lowered - ops.log(ops.exp(lowered).sum(axis, keepdims=True))
