# needs: interpolate, recorded_adaptive_avg_pool


def recorded_interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    """As ``torch.nn.functional.interpolate``, for gradients of gradients."""
    if mode != "area":
        return interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)
    lengths = input.shape[2:]
    if size is None:
        factors = scale_factor if isinstance(scale_factor, (tuple, list)) else (scale_factor,) * len(lengths)
        size = [int(float(length * factor)) for length, factor in zip(lengths, factors)]
    return recorded_adaptive_avg_pool(input, len(lengths), size)
