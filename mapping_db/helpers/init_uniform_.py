# needs: init_fill
import numpy as np


def init_uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Fills ``tensor`` from a uniform distribution between ``a`` and ``b``."""
    return init_fill(tensor, np.random.uniform(a, b, tensor.shape).astype(np.float32))
