"""einx's ``less_equal`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_less_equal(description, *tensors):
    """As ``einx.less_equal``."""
    return einx_elementwise(operator.le, description, *tensors)
