import math


def init_fans(tensor):
    """Numbers of inputs and of outputs of one unit, from the shape of its weight."""
    if tensor.ndim < 2:
        raise ValueError("fan in and fan out need a tensor of at least two axes")
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field
