# needs: Distribution
from mindspore import ops


class Exponential(Distribution):
    """The exponential distribution, as torch's."""

    has_rsample = True

    def __init__(self, rate, validate_args=None):
        (self.rate,) = self._together(rate)
        super().__init__(self.rate.shape)

    @property
    def mean(self):
        return 1 / self.rate

    @property
    def mode(self):
        return ops.zeros_like(self.rate)

    @property
    def stddev(self):
        return 1 / self.rate

    @property
    def variance(self):
        return self.rate**-2

    def _draw(self, shape):
        return -ops.log1p(-ops.rand(shape)) / self.rate

    def log_prob(self, value):
        return ops.log(self.rate) - self.rate * value

    def cdf(self, value):
        return 1 - ops.exp(-self.rate * value)

    def icdf(self, value):
        return -ops.log1p(-value) / self.rate

    def entropy(self):
        return 1 - ops.log(self.rate)

    def _kl(self, other):
        ratio = other.rate / self.rate
        return ratio - 1 - ops.log(ratio)
