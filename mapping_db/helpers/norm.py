# needs: root
"""The p-norm, with a matrix taken as a vector unless ``dim`` says otherwise."""

from mindspore import bfloat16, float16, float32, ops


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """As ``torch.norm``; ``p`` is a number, ``inf``, ``-inf`` or ``"fro"``."""
    if dtype is not None:
        input = input.to(dtype)
    if input.dtype in (
        bfloat16,
        float16,
    ):  # a CPU has no absolute values of bfloat16, and squares become too large for float16
        return norm(input.to(float32), p, dim, keepdim).to(input.dtype)
    if input.is_complex():
        input = ops.ComplexAbs()(input)
    if p in ("fro", None):
        p = 2
    if p == "nuc":
        raise NotImplementedError("the nuclear norm has no counterpart")
    axes = tuple(range(input.ndim)) if dim is None else dim
    if not input.size and dim is None:  # of nothing a CPU sums up what stood in memory
        return ops.zeros((1,) * input.ndim if keepdim else (), input.dtype)
    size = ops.abs(input)
    if p == float("inf"):
        return ops.amax(size, axes, keepdim)
    if p == float("-inf"):
        return ops.amin(size, axes, keepdim)
    if p == 0:
        return (size != 0).to(input.dtype).sum(axes, keepdim)
    if p == 1:
        return size.sum(axes, keepdim)
    if p == 2:
        return root((size * size).sum(axes, keepdim))
    total = (size**p).sum(axes, keepdim)
    empty = (total == 0).to(total.dtype)  # where torch has no gradient, and a power no finite one
    return (total + empty) ** (1.0 / p) * (1 - empty)
