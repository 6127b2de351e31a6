# needs: init_fans, init_fill
import math

import numpy as np


def init_xavier_uniform_(tensor, gain=1.0, generator=None):
    """Fills ``tensor`` with the uniform distribution of Glorot and Bengio, 2010."""
    fan_in, fan_out = init_fans(tensor)
    std = gain * math.sqrt(2.0 / (fan_in + fan_out))
    return init_fill(
        tensor, np.random.uniform(-math.sqrt(3) * std, math.sqrt(3) * std, tensor.shape).astype(np.float32)
    )
