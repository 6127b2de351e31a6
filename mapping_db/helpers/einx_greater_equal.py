"""einx's ``greater_equal`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_greater_equal(description, *tensors):
    """As ``einx.greater_equal``."""
    return einx_elementwise(operator.ge, description, *tensors)
