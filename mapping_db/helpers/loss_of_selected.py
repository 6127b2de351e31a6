"""A loss of what a mask selects."""

from mindspore import ops


def loss_of_selected(loss, input, target):
    """``loss(input, target)`` of what may be nothing: a sum is 0 then and a mean ``nan``. On a CPU, MindSpore's own are what
    stood in memory."""
    average, each = getattr(loss, "old", (None, None))
    reduction = getattr(loss, "reduction", None)
    if each is False or reduction is None and not loss.reduce:
        reduction = "none"
    elif average is False or reduction is None and not loss.average:
        reduction = "sum"
    if input.size or reduction == "none":
        return loss(input, target)
    return ops.full((), 0.0 if reduction == "sum" else float("nan"), dtype=input.dtype)
