"""A picture enlarged by straight lines between its corners."""

from mindspore import ops


def upsample_bilinear(input, size=None, scale_factor=None):
    """As ``torch.nn.functional.upsample_bilinear``: the corners stay where they are."""
    if size is None:
        factors = scale_factor if isinstance(scale_factor, (list, tuple)) else (scale_factor, scale_factor)
        size = tuple(int(length * factor) for length, factor in zip(input.shape[2:], factors))
    size = (size, size) if isinstance(size, int) else tuple(size)
    return ops.interpolate(input, size, mode="bilinear", align_corners=True)
