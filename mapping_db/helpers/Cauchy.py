# needs: Distribution
import math

from mindspore import ops


class Cauchy(Distribution):
    """The Cauchy distribution, as torch's; it has no mean and no variance."""

    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = self._together(loc, scale)
        super().__init__(self.loc.shape)

    @property
    def mean(self):
        return ops.full_like(self.loc, float("nan"))

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return ops.full_like(self.loc, float("inf"))

    def _draw(self, shape):
        return self.loc + self.scale * ops.tan(math.pi * (ops.rand(shape) - 0.5))

    def log_prob(self, value):
        return -math.log(math.pi) - ops.log(self.scale) - ops.log1p(((value - self.loc) / self.scale) ** 2)

    def cdf(self, value):
        return ops.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value):
        return ops.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self):
        return math.log(4 * math.pi) + ops.log(self.scale)
