"""Bessel functions of the second kind, modified or not."""

from mindspore import ops


def bessel_second_kind(name, input):
    """The function ``name`` of MindSpore's, ``"y0"`` to ``"k1e"``, as torch has it: infinite at 0, NaN below."""
    found = getattr(ops, f"bessel_{name}")(input)
    pole = ops.full_like(found, float("-inf") if name in ("y0", "y1") else float("inf"))
    return ops.where(input < 0, ops.full_like(found, float("nan")), ops.where(input == 0, pole, found))
