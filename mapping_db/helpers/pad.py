"""Padding that cuts where a width is negative."""

from mindspore import mint, ops


def pad(input, pad, mode="constant", value=None):
    """As ``torch.nn.functional.pad``: by a negative width MindSpore's cuts once on a CPU, and the wrong elements after that."""
    widths = [int(width) for width in pad]
    if mode != "constant":
        return ops.pad(input, widths, mode=mode)
    for turn, (low, high) in enumerate(zip(widths[::2], widths[1::2])):
        axis = input.ndim - 1 - turn
        if low < 0 or high < 0:
            cut = max(-low, 0)
            input = mint.narrow(input, axis, cut, input.shape[axis] - cut - max(-high, 0))
    if max(widths) <= 0:
        return input
    return ops.pad(input, [max(width, 0) for width in widths], value=value)
