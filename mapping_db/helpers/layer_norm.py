"""Normalisation over the last axes, out of plain operations."""

from mindspore import ops


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """As ``torch.nn.functional.layer_norm``."""
    count = 1 if isinstance(normalized_shape, int) else len(normalized_shape)
    axes = tuple(range(-count, 0))
    centred = input - input.mean(axes, True)
    out = centred * ops.rsqrt((centred * centred).mean(axes, True) + eps)
    if weight is not None:
        out = out * weight
    return out if bias is None else out + bias
