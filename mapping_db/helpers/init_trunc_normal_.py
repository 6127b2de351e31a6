# needs: init_fill
import numpy as np


def init_trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Fills ``tensor`` from a normal distribution cut off below ``a`` and above ``b`` (values, not multiples of std)."""
    values = np.random.normal(mean, std, tensor.shape)
    outside = (values < a) | (values > b)
    for _ in range(1000):
        if not outside.any():
            break
        values[outside] = np.random.normal(mean, std, int(outside.sum()))
        outside = (values < a) | (values > b)
    return init_fill(tensor, np.clip(values, a, b).astype(np.float32))
