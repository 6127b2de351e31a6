# needs: recorded_pad


def recorded_each_side(input, padding, axes, mode):
    """The padding layers of torch, for gradients of gradients: one width for all sides, or one for each."""
    return recorded_pad(input, (padding,) * (2 * axes) if isinstance(padding, int) else tuple(padding), mode)
