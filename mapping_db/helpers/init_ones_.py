# needs: init_fill
import numpy as np


def init_ones_(tensor):
    """Fills ``tensor`` with ones."""
    return init_fill(tensor, np.ones(tensor.shape, np.float32))
