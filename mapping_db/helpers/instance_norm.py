"""Normalisation of each channel of each sample."""

from mindspore import ops


def instance_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05
):
    """As ``torch.nn.functional.instance_norm`` without running statistics."""
    axes = tuple(range(2, input.ndim))
    centred = input - input.mean(axes, True)
    out = centred * ops.rsqrt((centred * centred).mean(axes, True) + eps)
    shape = (1, -1) + (1,) * len(axes)
    if weight is not None:
        out = out * weight.reshape(shape)
    return out if bias is None else out + bias.reshape(shape)
