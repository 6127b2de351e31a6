from mindspore import Tensor


def tensor_of_kind(tensor, *sizes):
    """As torch's ``tensor.new``: a tensor of the data type of ``tensor``, of a size or with given elements."""
    if len(sizes) != 1:
        return tensor.new_zeros(sizes or (0,))
    if isinstance(sizes[0], int):
        return tensor.new_zeros(sizes)
    if isinstance(sizes[0], tuple):
        return tensor.new_zeros(sizes[0])
    return Tensor(sizes[0], tensor.dtype)
