import math


def size_numel(size):
    """How many elements a tensor of this shape has."""
    return math.prod(size)
