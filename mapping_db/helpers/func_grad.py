# needs: func_grad_and_value


def func_grad(func, argnums=0, has_aux=False):
    """As ``torch.func.grad``, also by dicts, lists and tuples of tensors: the gradient has their form."""
    both = func_grad_and_value(func, argnums, has_aux)

    def gradient(*args, **kwargs):
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return gradient
