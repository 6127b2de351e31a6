# needs: gradient_record, set_data
from mindspore import Tensor, ops


def apply_gradients(optimizer, closure=None):
    """As ``optimizer.step()``: updates by the gradients that the parameters hold; those without one stay as they are."""
    if hasattr(optimizer, "step"):
        return optimizer.step(closure)
    loss = None if closure is None else closure()
    unused = [(p, p.asnumpy().copy()) for p in optimizer.parameters if p._grad is None]
    optimizer(tuple(ops.zeros_like(p) if p._grad is None else p._grad for p in optimizer.parameters))
    for parameter, value in unused:
        set_data(parameter, Tensor(value))
    gradient_record()
    return loss
