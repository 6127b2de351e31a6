# needs: result_type
"""A number times the logarithm of another."""

from mindspore import Tensor, ops


def xlogy(input, other, *, out=None):
    """As ``torch.xlogy``: 0 where ``input`` is 0, also times the logarithm of 0; MindSpore's is ``nan`` there on a CPU."""
    if not isinstance(other, Tensor):
        other = Tensor(other, input.dtype if input.is_floating_point() else None)
    other = other if other.is_floating_point() else other.float()
    if isinstance(input, Tensor) and input.is_floating_point() and input.dtype != other.dtype:
        kind = result_type(input, other)
        input, other = input.to(kind), other.to(kind)
    nothing = ops.logical_and(input == 0, other == other)
    return input * ops.log(ops.where(nothing, ops.ones_like(other), other))
