"""einx's ``multiply`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_multiply(description, *tensors):
    """As ``einx.multiply``."""
    return einx_elementwise(operator.mul, description, *tensors)
