"""einx's ``equal`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_equal(description, *tensors):
    """As ``einx.equal``."""
    return einx_elementwise(operator.eq, description, *tensors)
