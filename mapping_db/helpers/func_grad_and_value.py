# needs: record_kept
import mindspore as ms


def func_grad_and_value(func, argnums=0, has_aux=False):
    """As ``torch.func.grad_and_value``: a function that gives the gradient first, then the value."""
    both = record_kept(ms.value_and_grad(func, argnums, has_aux=has_aux))

    def swapped(*args):
        value, gradient = both(*args)
        return gradient, value

    return swapped
