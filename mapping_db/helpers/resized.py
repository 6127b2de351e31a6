"""A tensor with another number of elements."""

from mindspore import ops


def resized(input, *size):
    """What ``Tensor.resize_`` leaves: the first elements in the new shape; new elements are 0 (torch leaves them open)."""
    shape = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (list, tuple)) else size
    count = 1
    for length in shape:
        count *= length
    flat = input.reshape(-1)
    if count > flat.shape[0]:
        flat = ops.cat([flat, ops.zeros((count - flat.shape[0],), flat.dtype)])
    return flat[:count].reshape(shape)
