"""How the samples of a resized axis weigh those it is made of."""

import numpy as np


def resize_matrix(length, size, factor, cubic, align_corners, antialias):
    """A matrix of ``size`` rows; ``factor`` is the scale that torch takes its coordinates from, None for the sizes' own."""
    f = np.float32
    if align_corners:
        scale = f(length - 1) / f(size - 1) if size > 1 else f(0)
    else:
        scale = f(1 / factor) if factor else f(length) / f(size)
    matrix = np.zeros((size, length), np.float32)
    places = np.arange(size, dtype=np.float32)
    if antialias:
        stretch = max(scale, f(1))
        reach = (f(2) if cubic else f(1)) * stretch
        for row, centre in enumerate(scale * (places + f(0.5))):
            first, end = max(int(centre - reach + f(0.5)), 0), min(int(centre + reach + f(0.5)), length)
            near = np.abs((np.arange(first, end) - centre + f(0.5)) / stretch)
            weights = _cubic(near, -0.5) if cubic else np.maximum(1 - near, 0)
            matrix[row, first:end] = weights / weights.sum()
        return matrix
    source = scale * places if align_corners else scale * (places + f(0.5)) - f(0.5)
    source = source if cubic else np.maximum(source, f(0))
    first = np.floor(source).astype(int)
    part = source - first
    for offset in range(-1, 3) if cubic else range(2):
        weights = _cubic(np.abs(part - offset), -0.75) if cubic else np.abs(1 - offset - part)
        np.add.at(matrix, (np.arange(size), np.clip(first + offset, 0, length - 1)), weights)
    return matrix


def _cubic(x, a):
    """Keys' cubic convolution of distances below 2."""
    inner = ((a + 2) * x - (a + 3)) * x * x + 1
    outer = ((x - 5) * x + 8) * x * a - 4 * a
    return np.where(x <= 1, inner, np.where(x < 2, outer, 0)).astype(np.float32)
