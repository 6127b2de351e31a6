# needs: record_kept, tree_leaves, tree_unflatten
import mindspore as ms
from mindspore import Tensor


def func_grad_and_value(func, argnums=0, has_aux=False):
    """As ``torch.func.grad_and_value``: a function that gives the gradient first, then the value.

    By dicts, lists and tuples of tensors, too: the gradient has their form.
    """
    places = (argnums,) if isinstance(argnums, int) else tuple(argnums)

    def both(*args, **kwargs):
        by = [args[place] for place in places]
        leaves = tree_leaves(by)

        def of_leaves(*leaves):
            given = list(args)
            for place, value in zip(places, tree_unflatten(leaves, by)):
                given[place] = value
            return func(*given, **kwargs)

        differentiated = record_kept(ms.value_and_grad(of_leaves, tuple(range(len(leaves))), has_aux=has_aux))
        value, gradients = differentiated(*leaves)
        found = tree_unflatten((gradients,) if isinstance(gradients, Tensor) else gradients, by)
        return (found[0] if isinstance(argnums, int) else tuple(found)), value

    return both
