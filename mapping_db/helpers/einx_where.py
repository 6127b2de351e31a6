"""einx's ``where`` for MindSpore's tensors."""

from mindspore import ops

# needs: einx_elementwise


def einx_where(description, *tensors):
    """As ``einx.where``."""
    return einx_elementwise(ops.where, description, *tensors)
