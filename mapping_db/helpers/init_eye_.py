# needs: init_fill
import numpy as np


def init_eye_(tensor):
    """Fills a matrix with the identity."""
    return init_fill(tensor, np.eye(*tensor.shape, dtype=np.float32))
