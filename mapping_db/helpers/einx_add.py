"""einx's ``add`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_add(description, *tensors):
    """As ``einx.add``."""
    return einx_elementwise(operator.add, description, *tensors)
