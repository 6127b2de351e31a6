# needs: init_fill
import numpy as np


def init_zeros_(tensor):
    """Fills ``tensor`` with zeros."""
    return init_fill(tensor, np.zeros(tensor.shape, np.float32))
