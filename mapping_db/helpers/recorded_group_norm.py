from mindspore import ops


def recorded_group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """As ``torch.nn.functional.group_norm``, for gradients of gradients."""
    grouped = input.reshape((input.shape[0], num_groups, -1))
    centred = grouped - grouped.mean(-1, True)
    out = centred * ops.rsqrt((centred * centred).mean(-1, True) + eps)
    out = out.reshape(input.shape)
    shape = (1, -1) + (1,) * (input.ndim - 2)
    if weight is not None:
        out = out * weight.reshape(shape)
    return out if bias is None else out + bias.reshape(shape)
