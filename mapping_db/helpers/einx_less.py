"""einx's ``less`` for MindSpore's tensors."""

import operator

# needs: einx_elementwise


def einx_less(description, *tensors):
    """As ``einx.less``."""
    return einx_elementwise(operator.lt, description, *tensors)
