# needs: ask_for_gradient, gradients_of, record_kept
from mindspore import ops


@record_kept
def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function that gives one number, by one tensor."""
    if isinstance(inputs, (tuple, list)):
        raise NotImplementedError("hessian by several inputs")
    if create_graph:
        raise NotImplementedError("a gradient of a hessian")
    x = ask_for_gradient(ops.stop_gradient(inputs) * 1)
    (gradient,) = gradients_of(func(x), x, create_graph=True)
    rows = ops.eye(x.size, x.size, x.dtype).reshape((x.size, *x.shape))
    if not gradient._requires_grad:
        return ops.zeros(x.shape + x.shape, x.dtype)
    made = [gradients_of((gradient * row).sum(), x, retain_graph=True)[0] for row in rows]
    return ops.stack(made).reshape(x.shape + x.shape)
