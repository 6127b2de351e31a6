# needs: vision_channels


def make_divisible(v, divisor, min_value=None):
    """As torchvision's ``_make_divisible``: the multiple of ``divisor`` next to ``v``, but none more than a tenth below it."""
    return vision_channels(v, divisor, min_value)
