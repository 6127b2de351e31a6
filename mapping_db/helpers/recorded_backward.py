# needs: gradient_record
import itertools
import warnings

import numpy as np
from mindspore import Tensor, _c_expression, ops


def recorded_backward(outputs, seeds, inputs, accumulate):
    """A backward pass that is recorded itself, for gradients of gradients.

    MindSpore records nothing behind a view that one operation's gradient hands to the next (``x.view``, ``x.T``): each gets a
    tensor of its own. That of a sum or a mean is spread anew. Of what an operation loses even so a warning tells.
    """
    # MindSpore takes ones for something made of the tensor that they are like.
    seeds = tuple(ops.stop_gradient(s) if "sLike" in str(s._grad_node) else s for s in seeds)
    found, nodes = {}, [output._grad_node for output in outputs]
    while nodes:
        node = nodes.pop()
        if node is None or node._unique_id() in found:
            continue
        found[node._unique_id()] = node
        nodes += [one[0] if isinstance(one, tuple) else one for one in node.next_functions or ()]
    told = set()

    def warn(name, reason):
        if name not in told:
            told.add(name)
            warnings.warn(f"MindSpore {reason} {name}: a gradient of it may lack a part, or be wrong.", stacklevel=4)

    def own(gradients):
        return tuple(g * 1 if isinstance(g, Tensor) else g for g in gradients)

    def after(name, several):
        def check(given, came):
            if name == "BatchNorm":  # a CPU computes it from memory that nobody wrote
                warn(name, "does not compute reliably the second derivative of")
            recorded = any(isinstance(c, Tensor) and c._requires_grad for c in came)
            lost = [i for i, g in enumerate(given) if isinstance(g, Tensor) and not g._requires_grad]
            if recorded and lost and name in ("SumExt", "MeanExt", "ReduceSum", "ReduceMean"):
                spread = _spread(came[0], given[0], name)
                if spread is not None:
                    return (spread, *own(given[1:]))
            if lost and (recorded or several and name == "MatMulExt"):
                warn(name, "does not record the gradient of")
            return own(given)

        return check

    hooks = []
    for node in found.values():
        edges = [one[0] if isinstance(one, tuple) else one for one in node.next_functions or ()]
        hooks.append(node.register_hook(after(node.name(), sum(one is not None for one in edges) > 1)))
    try:
        return _c_expression.run_backward(outputs, seeds, True, True, inputs, True, accumulate_grad=accumulate)
    finally:
        for one in hooks:
            one.remove()


def _spread(gradient, wanted, name):
    """The gradient of a sum or a mean along axes, which only its shape and its values tell: none if several would do."""
    shape, held = tuple(wanted.shape), wanted.asnumpy()
    share = gradient.size / max(wanted.size, 1) if "Mean" in name else 1.0
    made = []
    for axes in itertools.combinations(range(len(shape)), len(shape) - gradient.ndim):
        kept = tuple(1 if i in axes else n for i, n in enumerate(shape))
        if tuple(n for i, n in enumerate(shape) if i not in axes) == tuple(gradient.shape):
            if np.allclose(gradient.asnumpy().reshape(kept) * share, held, equal_nan=True):
                made.append(kept)
    kept = tuple(gradient.shape) if gradient.ndim == len(shape) else made[0] if len(made) == 1 else None
    if kept is None:
        return None
    return ops.reshape(gradient, kept) * Tensor(np.full(shape, share, held.dtype))
