# needs: gradient_record, set_data
from mindspore import ParameterTuple, ops


def apply_gradients(optimizer, closure=None):
    """As ``optimizer.step()``: updates by the gradients that the parameters hold; those without one stay as they are."""
    if hasattr(optimizer, "step"):
        return optimizer.step(closure)
    loss = None if closure is None else closure()
    parameters = optimizer.parameters
    idle = [index for index, parameter in enumerate(parameters) if parameter._grad is None]
    # What the optimizer keeps for a parameter, such as its momentum, rests with it.
    kept = [s for s in vars(optimizer).values() if isinstance(s, ParameterTuple) and len(s) == len(parameters)]
    unused = [(state[index], state[index].value().copy()) for state in kept for index in idle]
    optimizer(tuple(ops.zeros_like(p) if p._grad is None else p._grad for p in parameters))
    for parameter, value in unused:
        set_data(parameter, value)
    gradient_record()
    return loss
