import math


def init_calculate_gain(nonlinearity, param=None):
    """The gain that keeps the scale of activations after a nonlinearity."""
    if nonlinearity == "tanh":
        return 5 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2 / (1 + slope**2))
    if nonlinearity == "selu":
        return 3 / 4
    known = ("linear", "sigmoid", "conv1d", "conv2d", "conv3d")
    if nonlinearity in (*known, "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"):
        return 1.0
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
