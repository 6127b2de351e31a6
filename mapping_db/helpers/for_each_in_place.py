# needs: for_each_tensor, set_elements
import mindspore as ms
from mindspore import Parameter


def for_each_in_place(function, tensors, *operands, **options):
    """Gives each of ``tensors`` the elements that ``function`` makes of it, and of what ``operands`` hold for it, as torch's
    ``_foreach_`` functions with a ``_`` at the end do: whoever holds the tensors (a module, an optimizer) sees them."""

    def change(tensor, *others):
        value = function(tensor, *others, **options)
        if value.shape != tensor.shape:
            value = value.broadcast_to(tensor.shape)
        value = value.astype(tensor.dtype)
        recorded = not isinstance(tensor, Parameter) and getattr(value, "_requires_grad", False)
        if recorded or not hasattr(ms, "_no_grad"):
            return set_elements(tensor, value)
        with ms._no_grad():  # while gradients are recorded, what is a part of another tensor would part from it
            return set_elements(tensor, value)

    for_each_tensor(change, tensors, *operands)
    return tensors
