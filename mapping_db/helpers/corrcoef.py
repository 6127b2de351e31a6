"""Correlation coefficients of the rows of a matrix."""

from mindspore import ops


def corrcoef(input):
    """As ``torch.corrcoef``."""
    if input.ndim < 2:
        centred = input - input.mean()
        spread = (centred * centred).sum()
        return spread / spread  # nan where nothing varies
    centred = input - input.mean(-1, keep_dims=True)
    unit = centred / ops.sqrt((centred * centred).sum(-1, keepdims=True))
    return ops.minimum(1.0, ops.maximum(-1.0, ops.matmul(unit, unit.swapaxes(0, 1)))).squeeze()
