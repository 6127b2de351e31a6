import math

from mindspore import Parameter, ops


def recurrent_weight(shape, hidden_size):
    """A Parameter filled as torch fills those of its recurrent cells: uniform within 1 / sqrt(hidden_size)."""
    bound = 1 / math.sqrt(hidden_size) if hidden_size else 0.0
    return Parameter((ops.rand(shape) * 2 - 1) * bound)
