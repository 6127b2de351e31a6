# needs: init_fans, init_trunc_normal_
import math


def init_lecun_normal_(tensor):
    """Fills ``tensor`` from a truncated normal distribution of variance ``1 / fan_in``."""
    # Cutting off at two standard deviations narrows the distribution by this factor.
    std = math.sqrt(1.0 / init_fans(tensor)[0]) / 0.87962566103423978
    return init_trunc_normal_(tensor, 0.0, std, -2 * std, 2 * std)
