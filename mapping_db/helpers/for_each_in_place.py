# needs: for_each_tensor, set_elements, set_view
from mindspore import Parameter


def for_each_in_place(function, tensors, *operands, **options):
    """Gives each of ``tensors`` the elements that ``function`` makes of it, and of what ``operands`` hold for it, as torch's
    ``_foreach_`` functions with a ``_`` at the end do: whoever holds the tensors (a module, an optimizer) sees them."""

    def change(tensor, *others):
        value = function(tensor, *others, **options)
        if value.shape != tensor.shape:
            value = value.broadcast_to(tensor.shape)
        value = value.astype(tensor.dtype)
        if isinstance(tensor, Parameter) or not tensor.ndim:
            set_elements(tensor, value)
        else:
            set_view(tensor, value)  # it may be a part of another tensor

    for_each_tensor(change, tensors, *operands)
    return tensors
