# needs: Distribution
import numpy as np
from mindspore import Tensor, ops


class Gamma(Distribution):
    """The gamma distribution, as torch's; its samples are drawn by NumPy and have no gradient."""

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = self._together(concentration, rate)
        super().__init__(self.concentration.shape)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ops.relu(self.concentration - 1) / self.rate

    @property
    def variance(self):
        return self.concentration / self.rate**2

    def _draw(self, shape):
        drawn = np.random.gamma(self.concentration.asnumpy(), 1 / self.rate.asnumpy(), shape)
        return Tensor(np.asarray(drawn, np.float32))

    def log_prob(self, value):
        a, b = self.concentration, self.rate
        return a * ops.log(b) + (a - 1) * ops.log(value) - b * value - ops.lgamma(a)

    def entropy(self):
        a = self.concentration
        return a - ops.log(self.rate) + ops.lgamma(a) + (1 - a) * ops.digamma(a)

    def _kl(self, other):
        a, b, c, d = self.concentration, self.rate, other.concentration, other.rate
        return c * ops.log(b / d) + ops.lgamma(c) - ops.lgamma(a) + (a - c) * ops.digamma(a) + (d - b) * (a / b)
