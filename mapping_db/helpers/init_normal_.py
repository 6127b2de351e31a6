# needs: init_fill
import numpy as np


def init_normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Fills ``tensor`` from a normal distribution."""
    return init_fill(tensor, np.random.normal(mean, std, tensor.shape).astype(np.float32))
