# needs: gradient_record, recorded_backward
from mindspore import Tensor, _c_expression, ops


def gradients_of(
    outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None
):
    """As ``torch.autograd.grad``: the gradients of ``outputs`` with respect to ``inputs``, kept nowhere."""
    gradient_record()
    outputs = tuple(outputs) if isinstance(outputs, (list, tuple)) else (outputs,)
    inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    given = tuple(grad_outputs) if isinstance(grad_outputs, (list, tuple)) else (grad_outputs,) * len(outputs)
    seeds = tuple(ops.ones_like(o) if g is None else g for o, g in zip(outputs, given))
    if create_graph:
        return tuple(recorded_backward(outputs, seeds, inputs, False))
    keep = bool(retain_graph)
    return tuple(_c_expression.run_backward(outputs, seeds, keep, False, inputs, True, accumulate_grad=False))
