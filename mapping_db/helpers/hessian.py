# needs: record_kept
import mindspore as ms
from mindspore import ops


@record_kept
def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function that gives one number, by one tensor."""
    if isinstance(inputs, (tuple, list)):
        raise NotImplementedError("hessian by several inputs")
    gradient = ms.grad(func)

    def entry(x, i):
        return gradient(x).reshape(-1)[i]

    rows = [ms.grad(entry)(inputs, i) for i in range(inputs.size)]
    return ops.stack(rows).reshape(inputs.shape + inputs.shape)
