# needs: roll
"""The two halves of axes exchanged."""


def fftshift(input, dim=None):
    """As ``torch.fft.fftshift``; the gradient of MindSpore's own is right only the first time on a CPU."""
    axes = tuple(range(input.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    return roll(input, tuple(input.shape[axis] // 2 for axis in axes), axes)
