# needs: gradient_record
from mindspore import ops


def apply_gradients(optimizer, closure=None):
    """As ``optimizer.step()``: updates by the gradients that the parameters hold; those without one stay as they are."""
    if hasattr(optimizer, "step"):
        return optimizer.step(closure)
    loss = None if closure is None else closure()
    unused = [(p, p.asnumpy().copy()) for p in optimizer.parameters if p._grad is None]
    optimizer(tuple(ops.zeros_like(p) if p._grad is None else p._grad for p in optimizer.parameters))
    for parameter, value in unused:
        parameter.set_data(type(parameter)(value))
    gradient_record()
    return loss
