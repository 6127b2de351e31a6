# needs: axis_product, pooling_windows
"""Averages over windows whose gradient is recorded."""

import numpy as np


def recorded_avg_pool(input, axes, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor):
    """Along one axis after the other: MindSpore's own has no second derivative."""

    def each(value):
        value = tuple(value) if isinstance(value, (list, tuple)) else (value,)
        return value * axes if len(value) == 1 else value

    kernel, pad = each(kernel_size), each(padding)
    step = each(stride) if stride not in (None, (), []) else kernel
    for number, length in enumerate(input.shape[-axes:]):
        _, counts = pooling_windows(length, kernel[number], step[number], pad[number], ceil_mode, count_include_pad)
        matrix = np.zeros((len(counts), length))
        for row, count in enumerate(counts):
            first = row * step[number] - pad[number]
            matrix[row, max(first, 0) : first + kernel[number]] = 1 if divisor else 1 / count
        input = axis_product(input, number - axes, matrix)
    return input / divisor if divisor else input
