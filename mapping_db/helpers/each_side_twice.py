def each_side_twice(padding, dims):
    """Torch's padding, one number or one for each axis, as MindSpore counts it: both sides of each axis."""
    pads = (padding,) * dims if isinstance(padding, int) else tuple(padding)
    return tuple(p for p in pads for _ in range(2))
