from mindspore import ops


def recorded_softshrink(input, lambd=0.5):
    """As ``torch.nn.functional.softshrink``, for gradients of gradients."""
    return ops.where(input > 0, input - lambd, input + lambd).masked_fill(input.abs() <= lambd, 0.0)
