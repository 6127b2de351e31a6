"""The largest elements of windows of a volume."""

import mindspore as ms
from mindspore import ops


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """As ``torch.nn.functional.max_pool3d``, with the positions where asked for, with a batch axis or without."""
    x = input if input.ndim == 5 else input.expand_dims(0)
    kernel = tuple(kernel_size) if isinstance(kernel_size, (list, tuple)) else kernel_size
    step = kernel if stride is None else stride
    whole = not x.is_floating_point()  # of whole numbers below zero MindSpore makes 0
    out = ops.max_pool3d(
        x.astype(ms.float64) if whole else x, kernel, step, padding, dilation, ceil_mode, return_indices
    )
    out = out if return_indices else (out,)
    out = (out[0].astype(input.dtype), *out[1:]) if whole else out
    out = out if input.ndim == 5 else tuple(part.squeeze(0) for part in out)
    return tuple(out) if return_indices else out[0]
