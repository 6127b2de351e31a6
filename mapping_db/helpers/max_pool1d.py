"""The largest elements of windows of a sequence."""

from mindspore import ops


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """As ``torch.nn.functional.max_pool1d``, with the positions where asked for."""
    single = [
        n[0] if isinstance(n, (list, tuple)) else n for n in (kernel_size, stride or kernel_size, padding, dilation)
    ]
    kernel, step, pad, apart = single
    x = input.expand_dims(-2)
    if input.ndim == 2:
        x = x.expand_dims(0)
    out = ops.max_pool2d(x, (1, kernel), (1, step), (0, pad), (1, apart), return_indices, ceil_mode)
    out = [
        part.squeeze(-2).squeeze(0) if input.ndim == 2 else part.squeeze(-2)
        for part in (out if return_indices else [out])
    ]
    return tuple(out) if return_indices else out[0]
