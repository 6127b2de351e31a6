"""Averages over windows of a volume."""

from mindspore import ops


def avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """As ``torch.nn.functional.avg_pool3d``, with a batch axis or without."""
    sizes = []
    for value in (kernel_size, kernel_size if stride is None else stride, padding):
        sizes.append(tuple(value) if isinstance(value, (list, tuple)) else (value,) * 3)
    kernel, step, pad = sizes
    edges = tuple(edge for edge in pad for _ in range(2))
    x = input if input.ndim == 5 else input.expand_dims(0)
    out = ops.avg_pool3d(x, kernel, step, edges, ceil_mode, count_include_pad, divisor_override or 0)
    return out if input.ndim == 5 else out.squeeze(0)
