# needs: keep_statistics
"""Normalisation of each channel over a batch."""

from mindspore import float32, float64, ops


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    """As ``torch.nn.functional.batch_norm``: in training, running statistics that are given are kept up to date."""
    axes = (0, *range(2, input.ndim))
    shape = (1, -1) + (1,) * (input.ndim - 2)
    kind = input.dtype
    if kind != float64:
        input = input.astype(float32)  # as torch does: the squares of half precision's numbers soon exceed it
    if training:
        mean = input.mean(axes, True)
        variance = ((input - mean) * (input - mean)).mean(axes, True)
        keep_statistics(running_mean, running_var, mean, variance, input.size // input.shape[1], momentum)
    else:
        mean, variance = running_mean.reshape(shape), running_var.reshape(shape)
    out = (input - mean) * ops.rsqrt(variance + eps)
    if weight is not None:
        out = out * weight.reshape(shape)
    return (out if bias is None else out + bias.reshape(shape)).astype(kind)
