"""Every choice of one element from each vector."""

from mindspore import ops


def cartesian_prod(*tensors):
    """As ``torch.cartesian_prod``: one choice in each row; a single vector stays as it is."""
    return ops.cartesian_prod(*tensors) if len(tensors) > 1 else tensors[0]
