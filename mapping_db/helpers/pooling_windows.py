"""Where the windows of a pooling lie."""

import numpy as np


def pooling_windows(length, kernel, step, pad, ceil_mode, count_include_pad):
    """Of one axis: padding at its end that holds the last window, and how many elements each window counts."""
    number = (length + 2 * pad - kernel + (step - 1 if ceil_mode else 0)) // step + 1
    if ceil_mode and (number - 1) * step >= length + pad:
        number -= 1
    first = np.arange(number) * step - pad
    last = np.minimum(first + kernel, length + pad)
    end = max(int((number - 1) * step - pad + kernel - length), 0)
    return end, last - first if count_include_pad else np.minimum(last, length) - np.maximum(first, 0)
