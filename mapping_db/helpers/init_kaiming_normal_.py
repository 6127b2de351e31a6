# needs: init_calculate_gain, init_fans, init_fill
import math

import numpy as np


def init_kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fills ``tensor`` with the normal distribution of He et al., 2015."""
    fan_in, fan_out = init_fans(tensor)
    std = init_calculate_gain(nonlinearity, a) / math.sqrt(fan_in if mode == "fan_in" else fan_out)
    return init_fill(tensor, np.random.normal(0.0, std, tensor.shape).astype(np.float32))
