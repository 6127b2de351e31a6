"""Averages over windows of a sequence."""

from mindspore import ops


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """As ``torch.nn.functional.avg_pool1d``, with a batch axis or without."""
    single = [n[0] if isinstance(n, (list, tuple)) else n for n in (kernel_size, stride or kernel_size, padding)]
    kernel, step, pad = single
    x = input.expand_dims(-2)
    if input.ndim == 2:
        x = x.expand_dims(0)
    out = ops.avg_pool2d(x, (1, kernel), (1, step), (0, 0, pad, pad), ceil_mode, count_include_pad, 0).squeeze(-2)
    return out.squeeze(0) if input.ndim == 2 else out
