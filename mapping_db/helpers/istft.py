"""A signal made of its spectrum over time."""

import numpy as np
from mindspore import Tensor


def istft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    normalized=False,
    onesided=None,
    length=None,
    return_complex=False,
):
    """As ``torch.istft``; computed on the host, so it takes no part in differentiation."""
    hop = n_fft // 4 if hop_length is None else hop_length
    size = n_fft if win_length is None else win_length
    shape = np.ones(size, np.float32) if window is None else window.asnumpy()
    shape = np.pad(shape, ((n_fft - size) // 2, n_fft - size - (n_fft - size) // 2))
    spectrum = input.asnumpy()
    if normalized:
        spectrum = spectrum * np.sqrt(n_fft)
    frames = np.swapaxes(spectrum, -1, -2)
    if return_complex:
        parts = np.fft.ifft(frames, axis=-1) * shape
    else:
        parts = np.fft.irfft(frames[..., : n_fft // 2 + 1], n_fft, axis=-1) * shape
    total = n_fft + hop * (parts.shape[-2] - 1)
    signal = np.zeros((*parts.shape[:-2], total), parts.dtype)
    weight = np.zeros(total, shape.dtype)
    for frame in range(parts.shape[-2]):
        signal[..., frame * hop : frame * hop + n_fft] += parts[..., frame, :]
        weight[frame * hop : frame * hop + n_fft] += shape**2
    first = n_fft // 2 if center else 0
    last = total - first if length is None else first + length
    signal = signal[..., first:last] / weight[first:last]
    missing = last - first - signal.shape[-1]
    signal = np.pad(signal, [(0, 0)] * (signal.ndim - 1) + [(0, max(missing, 0))])
    return Tensor(signal.astype(np.complex64 if return_complex else np.float32))
