"""The largest elements of windows of a volume."""

from mindspore import ops


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """As ``torch.nn.functional.max_pool3d``, with the positions where asked for, with a batch axis or without."""
    x = input if input.ndim == 5 else input.expand_dims(0)
    kernel = tuple(kernel_size) if isinstance(kernel_size, (list, tuple)) else kernel_size
    step = kernel if stride is None else stride
    out = ops.max_pool3d(x, kernel, step, padding, dilation, ceil_mode, return_indices)
    out = out if return_indices else (out,)
    out = out if input.ndim == 5 else tuple(part.squeeze(0) for part in out)
    return tuple(out) if return_indices else out[0]
