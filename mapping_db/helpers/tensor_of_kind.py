from mindspore import Tensor


def tensor_of_kind(tensor, size=(0,)):
    """As torch's ``tensor.new``: a tensor of the data type of ``tensor``, of a size or with given elements."""
    if isinstance(size, int):
        return tensor.new_zeros((size,))
    if isinstance(size, tuple):
        return tensor.new_zeros(size)
    return Tensor(size, tensor.dtype)
