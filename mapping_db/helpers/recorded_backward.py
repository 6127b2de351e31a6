# needs: gradient_record
import warnings

from mindspore import _c_expression, ops


def recorded_backward(outputs, seeds, inputs, accumulate):
    """A backward pass that is recorded itself, for gradients of gradients.

    MindSpore records nothing behind a view that one operation's gradient hands to the next (``x.view``, ``x.T``): each gets a
    tensor of its own. Of what an operation loses even so a warning tells.
    """
    # MindSpore takes ones for something made of the tensor that they are like.
    seeds = tuple(ops.stop_gradient(s) if "sLike" in str(s._grad_node) else s for s in seeds)
    before, found, nodes, came = {}, {}, [output._grad_node for output in outputs], {}
    while nodes:
        node = nodes.pop()
        if node is None or node._unique_id() in found:
            continue
        found[node._unique_id()] = node
        for one in node.next_functions or ():
            one = one[0] if isinstance(one, tuple) else one
            if one is not None:
                before.setdefault(one._unique_id(), []).append(node._unique_id())
                nodes.append(one)

    def lost(key, gradients):
        return not any(g._requires_grad for g in gradients) and [n for n in before.get(key, ()) if came.get(n)]

    def check(key, gradients):
        given = [g for g in gradients if g is not None]
        if given and lost(key, given):
            warnings.warn(
                f"MindSpore does not record the gradient of {found[lost(key, given)[0]]}: a gradient of it may lack a part. "
                "Sums and means along an axis are recorded with keepdims=True and squeeze.",
                stacklevel=4,
            )

    def hook(key):
        def own(gradients):
            check(key, gradients)
            came[key] = any(g is not None and g._requires_grad for g in gradients)
            return tuple(None if g is None else g * 1 for g in gradients)

        return own

    hooks = [node.register_prehook(hook(key)) for key, node in found.items()]
    try:
        given = _c_expression.run_backward(outputs, seeds, True, True, inputs, True, accumulate_grad=accumulate)
    finally:
        for one in hooks:
            one.remove()
    for tensor, gradient in zip(inputs, given or ()):
        if gradient is not None and tensor._grad_node is not None:
            check(tensor._grad_node._unique_id(), (gradient,))
    return given
