"""Division by the root of the mean square of the last axes."""

from mindspore import float32, float64, ops


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """As ``torch.nn.functional.rms_norm``."""
    count = 1 if isinstance(normalized_shape, int) else len(normalized_shape)
    kind = input.dtype
    if kind != float64:
        input = input.astype(float32)  # as torch does: the squares of half precision's numbers soon exceed it
    if eps is None:
        eps = 2.220446049250313e-16 if kind == float64 else 1.1920928955078125e-07
    out = input * ops.rsqrt((input * input).mean(tuple(range(-count, 0)), True) + eps)
    return (out if weight is None else out * weight).astype(kind)
