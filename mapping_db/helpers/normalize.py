# needs: norm
"""Vectors scaled to norm one."""

from mindspore import ops


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """As ``torch.nn.functional.normalize``."""
    return input / ops.maximum(eps, norm(input, p, dim, True))  # in this order a CPU keeps nan
