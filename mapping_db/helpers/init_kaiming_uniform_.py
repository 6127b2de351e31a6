# needs: init_calculate_gain, init_fans, init_fill
import math

import numpy as np


def init_kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fills ``tensor`` with the uniform distribution of He et al., 2015."""
    fan_in, fan_out = init_fans(tensor)
    std = init_calculate_gain(nonlinearity, a) / math.sqrt(fan_in if mode == "fan_in" else fan_out)
    return init_fill(
        tensor, np.random.uniform(-math.sqrt(3) * std, math.sqrt(3) * std, tensor.shape).astype(np.float32)
    )
