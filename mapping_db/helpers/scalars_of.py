from mindspore import Tensor


def scalars_of(data):
    """Lists as ``torch.tensor`` reads them: a tensor of one element in a list stands for its number, whatever its shape."""
    if isinstance(data, (list, tuple)):
        return [scalars_of(item) for item in data]
    return data.reshape(()) if isinstance(data, Tensor) and data.ndim and data.size == 1 else data
