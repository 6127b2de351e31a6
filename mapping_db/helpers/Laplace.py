# needs: Distribution
import math

from mindspore import ops


class Laplace(Distribution):
    """The Laplace distribution, as torch's."""

    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = self._together(loc, scale)
        super().__init__(self.loc.shape)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return 2 * self.scale**2

    def _draw(self, shape):
        u = ops.rand(shape) * (2 - 1e-6) - (1 - 1e-6)
        return self.loc - self.scale * ops.sign(u) * ops.log1p(-ops.abs(u))

    def log_prob(self, value):
        return -math.log(2) - ops.log(self.scale) - ops.abs(value - self.loc) / self.scale

    def cdf(self, value):
        d = value - self.loc
        return 0.5 - 0.5 * ops.sign(d) * (ops.exp(-ops.abs(d) / self.scale) - 1)

    def icdf(self, value):
        d = value - 0.5
        return self.loc - self.scale * ops.sign(d) * ops.log1p(-2 * ops.abs(d))

    def entropy(self):
        return 1 + math.log(2) + ops.log(self.scale)

    def _kl(self, other):
        ratio, distance = self.scale / other.scale, ops.abs(self.loc - other.loc)
        return -ops.log(ratio) + distance / other.scale + ratio * ops.exp(-distance / self.scale) - 1
