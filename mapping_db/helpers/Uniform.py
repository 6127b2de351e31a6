# needs: Distribution
import mindspore as ms
from mindspore import ops


class Uniform(Distribution):
    """The uniform distribution from ``low`` to ``high``, as torch's."""

    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = self._together(low, high)
        super().__init__(self.low.shape)

    @property
    def mean(self):
        return (self.low + self.high) / 2

    @property
    def variance(self):
        return (self.high - self.low) ** 2 / 12

    def _draw(self, shape):
        return self.low + (self.high - self.low) * ops.rand(shape).astype(self.low.dtype)

    def log_prob(self, value):
        inside = ops.logical_and(self.low <= value, self.high > value).astype(ms.float32)
        return ops.log(inside) - ops.log(self.high - self.low)

    def cdf(self, value):
        return ops.clamp((value - self.low) / (self.high - self.low), 0.0, 1.0)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return ops.log(self.high - self.low)
