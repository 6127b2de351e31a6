"""einx's ``greater`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_greater(description, *tensors):
    """As ``einx.greater``."""
    return einx_elementwise(operator.gt, description, *tensors)
