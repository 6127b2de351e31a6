# needs: Distribution
import math

from mindspore import ops


class Gumbel(Distribution):
    """The Gumbel distribution, as torch's."""

    has_rsample = True
    _EULER = 0.57721566490153286060

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = self._together(loc, scale)
        super().__init__(self.loc.shape)

    @property
    def mean(self):
        return self.loc + self.scale * self._EULER

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return (math.pi**2 / 6) * self.scale**2

    def _draw(self, shape):
        u = ops.clamp(ops.rand(shape), 1e-7, 1 - 1e-7)
        return self.loc - self.scale * ops.log(-ops.log(u))

    def log_prob(self, value):
        z = (self.loc - value) / self.scale
        return z - ops.exp(z) - ops.log(self.scale)

    def cdf(self, value):
        return ops.exp(-ops.exp((self.loc - value) / self.scale))

    def icdf(self, value):
        return self.loc - self.scale * ops.log(-ops.log(value))

    def entropy(self):
        return ops.log(self.scale) + 1 + self._EULER
