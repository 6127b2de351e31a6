# needs: Distribution
import math

import numpy as np
from mindspore import Tensor, ops


class StudentT(Distribution):
    """Student's t distribution, as torch's; its samples are drawn by NumPy and have no gradient by ``df``."""

    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = self._together(df, loc, scale)
        super().__init__(self.df.shape)

    @property
    def mean(self):
        return ops.where(self.df > 1, self.loc, ops.full_like(self.loc, float("nan")))

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        large = self.scale**2 * self.df / ops.clamp(self.df - 2, min=1e-30)
        infinite = ops.full_like(large, float("inf"))
        return ops.where(self.df > 2, large, ops.where(self.df > 1, infinite, ops.full_like(large, float("nan"))))

    def _draw(self, shape):
        return self.loc + self.scale * Tensor(np.asarray(np.random.standard_t(self.df.asnumpy(), shape), np.float32))

    def entropy(self):
        v, half = self.df, 0.5 * (self.df + 1)
        log_beta = math.lgamma(0.5) + ops.lgamma(0.5 * v) - ops.lgamma(half)
        return ops.log(self.scale) + half * (ops.digamma(half) - ops.digamma(0.5 * v)) + 0.5 * ops.log(v) + log_beta

    def log_prob(self, value):
        z, v = (value - self.loc) / self.scale, self.df
        norm = ops.log(self.scale) + 0.5 * ops.log(v) + 0.5 * math.log(math.pi)
        norm = norm + ops.lgamma(0.5 * v) - ops.lgamma(0.5 * (v + 1))
        return -0.5 * (v + 1) * ops.log1p(z**2 / v) - norm
