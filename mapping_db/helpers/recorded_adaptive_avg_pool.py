# needs: axis_product
"""Averages over windows whose number is given, whose gradient is recorded."""

import numpy as np


def recorded_adaptive_avg_pool(input, axes, output_size):
    """Along one axis after the other: MindSpore's own has no second derivative."""
    sizes = output_size if isinstance(output_size, (list, tuple)) else (output_size,)
    sizes = tuple(sizes) * axes if len(sizes) == 1 else sizes
    for axis, size in zip(range(-axes, 0), sizes):
        length = input.shape[axis]
        if size is None or size == length:
            continue
        matrix = np.zeros((size, length))
        for row in range(size):
            first, end = row * length // size, -(-(row + 1) * length // size)
            matrix[row, first:end] = 1 / (end - first)
        input = axis_product(input, axis, matrix)
    return input
