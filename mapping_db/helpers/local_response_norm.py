"""Channels divided by the size of their neighbours."""

from mindspore import ops


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """As ``torch.nn.functional.local_response_norm``."""
    square = input * input
    before, channels = size // 2, input.shape[1]
    total = []
    for channel in range(channels):
        window = square[:, max(channel - before, 0) : channel + (size - 1) // 2 + 1]
        total.append(window.sum(1))
    return input / ops.pow(ops.stack(total, 1) * (alpha / size) + k, beta)
