# needs: init_fill
import numpy as np


def init_constant_(tensor, val):
    """Fills ``tensor`` with ``val``."""
    return init_fill(tensor, np.full(tensor.shape, val, np.float32))
