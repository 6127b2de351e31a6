def signbit(input, *, out=None):
    """As ``torch.signbit``, true of ``-0.0`` too."""
    negative = input < 0
    return negative | ((input == 0) & (1 / input < 0)) if input.is_floating_point() else negative
