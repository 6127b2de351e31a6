# needs: Distribution
import numpy as np
from mindspore import Tensor, ops


class Poisson(Distribution):
    """The Poisson distribution, as torch's; samples are drawn by NumPy."""

    def __init__(self, rate, validate_args=None):
        (self.rate,) = self._together(rate)
        super().__init__(self.rate.shape)

    @property
    def mean(self):
        return self.rate

    @property
    def mode(self):
        return ops.floor(self.rate)

    @property
    def variance(self):
        return self.rate

    def _draw(self, shape):
        return Tensor(np.asarray(np.random.poisson(self.rate.asnumpy(), shape), np.float32))

    def log_prob(self, value):
        return value * ops.log(self.rate) - self.rate - ops.lgamma(value + 1)

    def _kl(self, other):
        return self.rate * (ops.log(self.rate) - ops.log(other.rate)) - (self.rate - other.rate)
