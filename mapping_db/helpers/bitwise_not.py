"""All bits turned over."""

from mindspore import ops


def bitwise_not(input, *, out=None):
    """As ``torch.bitwise_not``; ``~`` and ``ops.logical_not`` make booleans of integers in MindSpore."""
    return ops.logical_not(input) if str(input.dtype) == "Bool" else -1 - input
