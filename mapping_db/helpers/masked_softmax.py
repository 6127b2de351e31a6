# needs: softmax
"""A softmax of scores, all of which a mask may hide."""

from mindspore import ops


def masked_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """As ``torch.softmax``: ``nan`` where all scores are minus infinity. MindSpore's kernel of a CPU stops there: that row
    and all after it hold what stood in memory."""
    x = input if dtype is None else input.to(dtype)
    axis = (0 if x.ndim in (0, 1, 3) else 1) if dim is None else dim
    return softmax(x - ops.stop_gradient(x.amax(axis, True)), axis)
