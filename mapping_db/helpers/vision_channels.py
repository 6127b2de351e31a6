def vision_channels(count, divisor=8, least=None):
    """The multiple of ``divisor`` next to ``count``, but none that is more than a tenth below it."""
    found = max(least or divisor, int(count + divisor / 2) // divisor * divisor)
    return found + divisor if found < 0.9 * count else found
