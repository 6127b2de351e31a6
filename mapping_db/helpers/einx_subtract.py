"""einx's ``subtract`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_subtract(description, *tensors):
    """As ``einx.subtract``."""
    return einx_elementwise(operator.sub, description, *tensors)
