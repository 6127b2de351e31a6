# needs: gradient_record
from mindspore import _c_expression, ops


def gradients_of(
    outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None
):
    """As ``torch.autograd.grad``: the gradients of ``outputs`` with respect to ``inputs``, kept nowhere."""
    gradient_record()
    outputs = tuple(outputs) if isinstance(outputs, (list, tuple)) else (outputs,)
    inputs = tuple(inputs) if isinstance(inputs, (list, tuple)) or hasattr(inputs, "__next__") else (inputs,)
    given = tuple(grad_outputs) if isinstance(grad_outputs, (list, tuple)) else (grad_outputs,) * len(outputs)
    seeds = tuple(ops.ones_like(o) if g is None else g for o, g in zip(outputs, given))
    keep = create_graph if retain_graph is None else retain_graph
    return tuple(_c_expression.run_backward(outputs, seeds, keep, create_graph, inputs, True, accumulate_grad=False))
