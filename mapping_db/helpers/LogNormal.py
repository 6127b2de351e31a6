# needs: Normal
from mindspore import ops


class LogNormal(Normal):
    """The distribution of the exponential of a normal variable, as torch's."""

    @property
    def mean(self):
        return ops.exp(self.loc + self.scale**2 / 2)

    @property
    def mode(self):
        return ops.exp(self.loc - self.scale**2)

    @property
    def stddev(self):
        return ops.sqrt(self.variance)

    @property
    def variance(self):
        square = self.scale**2
        return (ops.exp(square) - 1) * ops.exp(2 * self.loc + square)

    def _draw(self, shape):
        return ops.exp(super()._draw(shape))

    def log_prob(self, value):
        return super().log_prob(ops.log(value)) - ops.log(value)

    def cdf(self, value):
        return super().cdf(ops.log(value))

    def icdf(self, value):
        return ops.exp(super().icdf(value))

    def entropy(self):
        return super().entropy() + self.loc
