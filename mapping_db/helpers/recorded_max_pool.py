# needs: pooling_windows, recorded_maxima
"""Maxima over windows whose gradient is recorded."""


def recorded_max_pool(input, axes, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    """MindSpore's own has no second derivative on a CPU."""

    def each(value):
        value = tuple(value) if isinstance(value, (list, tuple)) else (value,)
        return value * axes if len(value) == 1 else value

    kernel, pad, spread = each(kernel_size), each(padding), each(dilation)
    step = each(stride) if stride not in (None, (), []) else kernel
    windows = []
    for number, length in enumerate(input.shape[-axes:]):
        reach = (kernel[number] - 1) * spread[number] + 1
        _, counts = pooling_windows(length, reach, step[number], pad[number], ceil_mode, True)
        firsts = [row * step[number] - pad[number] for row in range(len(counts))]
        places = [[first + i * spread[number] for i in range(kernel[number])] for first in firsts]
        windows.append([[i if 0 <= i < length else -1 for i in row] for row in places])
    return recorded_maxima(input, windows, return_indices)
