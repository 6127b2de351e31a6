# needs: keep_statistics
"""Normalisation of each channel of each sample."""

from mindspore import float32, float64, ops


def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05
):
    """As ``torch.nn.functional.instance_norm``; running statistics that are given are kept up to date."""
    axes = tuple(range(2, input.ndim))
    shape = (1, -1) + (1,) * len(axes)
    kind = input.dtype
    if kind != float64:
        input = input.astype(float32)  # as torch does: the squares of half precision's numbers soon exceed it
    if use_input_stats:
        mean = input.mean(axes, True)
        variance = ((input - mean) * (input - mean)).mean(axes, True)
        count = input.size // (input.shape[0] * input.shape[1])
        keep_statistics(running_mean, running_var, mean.mean(0), variance.mean(0), count, momentum)
    else:
        mean, variance = running_mean.reshape(shape), running_var.reshape(shape)
    out = (input - mean) * ops.rsqrt(variance + eps)
    if weight is not None:
        out = out * weight.reshape(shape)
    return (out if bias is None else out + bias.reshape(shape)).astype(kind)
