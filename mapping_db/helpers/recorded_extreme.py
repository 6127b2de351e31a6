from mindspore import ops


def recorded_extreme(input, extreme, dim, keepdim):
    """The mean of those that are as great, or as small, as the extreme one: its gradient is shared among them."""
    axes = tuple(range(input.ndim)) if dim in (None, (), []) else dim
    is_extreme = input == extreme(ops.stop_gradient(input), axes, True)
    count = is_extreme.astype(input.dtype).sum(axes, keepdims=keepdim)
    return input.masked_fill(~is_extreme, 0.0).sum(axes, keepdims=keepdim) / count
