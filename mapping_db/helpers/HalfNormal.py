# needs: Distribution
import math

from mindspore import ops


class HalfNormal(Distribution):
    """The distribution of the absolute value of a normal variable around 0, as torch's."""

    has_rsample = True

    def __init__(self, scale, validate_args=None):
        (self.scale,) = self._together(scale)
        super().__init__(self.scale.shape)

    @property
    def mean(self):
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def mode(self):
        return ops.zeros_like(self.scale)

    @property
    def variance(self):
        return self.scale**2 * (1 - 2 / math.pi)

    def _draw(self, shape):
        return ops.abs(self.scale * ops.standard_normal(shape))

    def log_prob(self, value):
        inside = math.log(2) - 0.5 * math.log(2 * math.pi) - ops.log(self.scale) - 0.5 * (value / self.scale) ** 2
        return ops.where(value >= 0, inside, ops.full_like(inside, float("-inf")))

    def cdf(self, value):
        return ops.erf(value / (self.scale * math.sqrt(2)))

    def icdf(self, value):
        return self.scale * math.sqrt(2) * ops.erfinv(value)

    def entropy(self):
        return 0.5 + 0.5 * math.log(math.pi / 2) + ops.log(self.scale)
