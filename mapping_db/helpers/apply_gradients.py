# needs: gradient_record, set_data
from mindspore import Tensor, ops


def apply_gradients(optimizer, closure=None):
    """As ``optimizer.step()``: updates by the gradients that the parameters hold; those without one stay as they are.

    So does what the optimizer remembers of them, the number of their steps included.
    """
    if hasattr(optimizer, "step"):
        return optimizer.step() if closure is None else optimizer.step(closure)
    loss = None if closure is None else closure()
    parameters, memory = list(optimizer.parameters), vars(optimizer)
    given = {number for number, p in enumerate(parameters) if p._grad is not None}
    if len(given) == len(parameters) and "steps_of" not in memory:
        optimizer(tuple(p._grad for p in parameters))
    elif given:
        counter = getattr(optimizer, "state_step", None)
        counter = getattr(optimizer, "step_t", None) if counter is None else counter
        counted = 0 if counter is None else int(counter.asnumpy())
        steps = memory.get("steps_of")
        if steps is None or counter is not None and max(steps) != counted:
            steps = [counted] * len(parameters)
        slots = [
            held
            for held in memory.values()
            if isinstance(held, (list, tuple))
            and len(held) == len(parameters)
            and all(hasattr(one, "set_data") for one in held)
        ]
        for count in sorted({steps[number] for number in given}):
            others = [n for n in range(len(parameters)) if n not in given or steps[n] != count]
            before = [(slot[n], slot[n].asnumpy().copy()) for slot in slots for n in others]
            if counter is not None:
                ops.assign(counter, Tensor(count, counter.dtype))
            optimizer(tuple(ops.zeros_like(p) if n in others else p._grad for n, p in enumerate(parameters)))
            for one, value in before:
                set_data(one, Tensor(value))
        steps = [count + (number in given) for number, count in enumerate(steps)]
        if counter is not None:
            ops.assign(counter, Tensor(max(steps), counter.dtype))
        object.__setattr__(optimizer, "steps_of", steps)
    gradient_record()
    return loss
