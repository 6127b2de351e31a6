"""A product with ``log(1 + y)``, 0 where the factor is."""

from mindspore import Tensor, ops


def xlog1py(input, other, *, out=None):
    """As ``torch.special.xlog1py``; one of the two may be a number."""
    product = input * (ops.log1p(other) if isinstance(other, Tensor) else ops.log1p(Tensor(float(other))))
    return ops.where(input == 0, ops.zeros_like(product), product) if isinstance(input, Tensor) else product
