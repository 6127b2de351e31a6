"""einx's ``divide`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_divide(description, *tensors):
    """As ``einx.divide``."""
    return einx_elementwise(operator.truediv, description, *tensors)
