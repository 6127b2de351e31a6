# needs: recorded_relu6


def recorded_hardswish(input, inplace=False):
    """As ``torch.nn.functional.hardswish``, for gradients of gradients."""
    return input * recorded_relu6(input + 3.0) / 6.0
