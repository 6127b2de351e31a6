# needs: Distribution
import math

from mindspore import ops


class Normal(Distribution):
    """The normal distribution, as torch's."""

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
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.scale**2

    def _draw(self, shape):
        return self.loc + self.scale * ops.standard_normal(shape).astype(self.loc.dtype)

    def log_prob(self, value):
        z = (value - self.loc) / self.scale
        return -0.5 * z * z - ops.log(self.scale) - 0.5 * math.log(2 * math.pi)

    def cdf(self, value):
        return 0.5 * (1 + ops.erf((value - self.loc) / (self.scale * math.sqrt(2))))

    def icdf(self, value):
        return self.loc + self.scale * ops.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + ops.log(self.scale)

    def _kl(self, other):
        ratio = (self.scale / other.scale) ** 2
        return 0.5 * (ratio + ((self.loc - other.loc) / other.scale) ** 2 - 1 - ops.log(ratio))
