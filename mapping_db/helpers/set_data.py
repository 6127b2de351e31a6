from mindspore import Parameter


def set_data(tensor, value):
    """``tensor.data = value``, after which an optimizer that has run before still changes the Parameter."""
    if isinstance(tensor, Parameter) and tensor.shape == value.shape and tensor.dtype == value.dtype:
        tensor.copy_(value)
    else:
        tensor.data = value
