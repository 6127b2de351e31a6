"""A tensor with another number of elements."""

from mindspore import ops


def resize_in_place(input, *size):
    """As ``Tensor.resize_``: the tensor itself, with its first elements in the new shape; new ones are 0 (open in torch)."""
    shape = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (list, tuple)) else size
    count = 1
    for length in shape:
        count *= length
    flat = input.reshape(-1)
    if count > flat.shape[0]:
        added = ops.zeros((count - flat.shape[0],), flat.dtype)
        flat = ops.cat([flat, added]) if flat.shape[0] else added
    if tuple(input.shape) != shape:
        input.assign_value(flat[:count].reshape(shape).copy())
    return input
