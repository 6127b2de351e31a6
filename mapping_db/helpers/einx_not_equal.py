"""einx's ``not_equal`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_not_equal(description, *tensors):
    """As ``einx.not_equal``."""
    return einx_elementwise(operator.ne, description, *tensors)
