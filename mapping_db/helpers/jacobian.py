# needs: record_kept
import mindspore as ms
from mindspore import Tensor, ops


@record_kept
def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The Jacobian of a function: a tensor, or a tuple of them for several inputs."""
    several = isinstance(inputs, (tuple, list))
    given = tuple(inputs) if several else (inputs,)
    outputs = func(*given)
    if strategy == "forward-mode" or not isinstance(outputs, Tensor):
        differentiate = ms.jacfwd if strategy == "forward-mode" else ms.jacrev
        return differentiate(func, tuple(range(len(given))))(*given) if several else differentiate(func)(inputs)

    def entry(number):
        gradients = ms.grad(lambda *x: func(*x).reshape(-1)[number], tuple(range(len(given))))(*given)
        return gradients if isinstance(gradients, tuple) else (gradients,)

    # One by one: what compiles functions as a whole reads their source, which a lambda in the midst of a call has none of.
    rows = list(zip(*(entry(number) for number in range(outputs.size)), strict=True))
    found = tuple(ops.stack(row).reshape(outputs.shape + x.shape) for row, x in zip(rows, given, strict=True))
    return found if several else found[0]
