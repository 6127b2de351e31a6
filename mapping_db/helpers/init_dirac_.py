# needs: init_fill
import numpy as np


def init_dirac_(tensor, groups=1):
    """Fills the weight of a convolution so that as many channels as possible pass unchanged."""
    sizes = tensor.shape
    if len(sizes) not in (3, 4, 5) or sizes[0] % groups:
        raise ValueError("dirac_ takes 3 to 5 axes, and a number of channels that the groups divide")
    values = np.zeros(sizes, np.float32)
    each = sizes[0] // groups
    middle = tuple(size // 2 for size in sizes[2:])
    for group in range(groups):
        for channel in range(min(each, sizes[1])):
            values[(group * each + channel, channel, *middle)] = 1
    return init_fill(tensor, values)
