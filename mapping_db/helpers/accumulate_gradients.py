# needs: gradient_record, recorded_backward
from mindspore import _c_expression, ops


def accumulate_gradients(output, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """As ``output.backward()``: adds the gradients of all parameters behind ``output`` to what their ``_grad`` holds."""
    gradient_record()
    seeds = (ops.ones_like(output) if gradient is None else gradient,)
    if create_graph:
        recorded_backward((output,), seeds, tuple(inputs or ()), True)
        return
    nodes, seen, leaves = [output._grad_node], set(), []
    while nodes:
        node = nodes.pop()
        node = node[0] if isinstance(node, tuple) else node
        if node is None or (number := node._unique_id()) in seen:
            continue
        seen.add(number)
        following = node.next_functions
        if following:
            nodes.extend(following)
        else:
            leaves.append(node)

    def owned(gradients):  # two parameters may be given the same array, which a CPU cannot copy by itself
        return tuple(None if g is None else g * 1 for g in gradients)

    hooks = [leaf.register_prehook(owned) for leaf in leaves]
    _c_expression.run_backward(
        (output,), seeds, bool(retain_graph), False, tuple(inputs or ()), True, accumulate_grad=True
    )
    for hook in hooks:
        hook.remove()
