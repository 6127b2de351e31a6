# needs: Distribution
import numpy as np
from mindspore import Tensor, ops


class Beta(Distribution):
    """The beta distribution, as torch's; its samples are drawn by NumPy and have no gradient."""

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = self._together(concentration1, concentration0)
        super().__init__(self.concentration1.shape)

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self):
        return (self.concentration1 - 1) / (self.concentration1 + self.concentration0 - 2)

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total**2 * (total + 1))

    def _draw(self, shape):
        drawn = np.random.beta(self.concentration1.asnumpy(), self.concentration0.asnumpy(), shape)
        return Tensor(np.asarray(drawn, np.float32))

    def _log_beta(self):
        a, b = self.concentration1, self.concentration0
        return ops.lgamma(a) + ops.lgamma(b) - ops.lgamma(a + b)

    def log_prob(self, value):
        a, b = self.concentration1, self.concentration0
        return (a - 1) * ops.log(value) + (b - 1) * ops.log1p(-value) - self._log_beta()

    def entropy(self):
        a, b = self.concentration1, self.concentration0
        return self._log_beta() - (a - 1) * ops.digamma(a) - (b - 1) * ops.digamma(b) + (a + b - 2) * ops.digamma(a + b)

    def _kl(self, other):
        a, b, c, d = self.concentration1, self.concentration0, other.concentration1, other.concentration0
        return (
            other._log_beta()
            - self._log_beta()
            + (a - c) * ops.digamma(a)
            + (b - d) * ops.digamma(b)
            + (c + d - a - b) * ops.digamma(a + b)
        )
