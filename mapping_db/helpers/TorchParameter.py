from mindspore import Parameter


def TorchParameter(data, requires_grad=True):
    """``mindspore.Parameter`` with torch's arguments."""
    return Parameter(data, requires_grad=requires_grad)
