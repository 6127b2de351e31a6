# needs: Cauchy
import math

from mindspore import ops


class HalfCauchy(Cauchy):
    """The distribution of the absolute value of a Cauchy variable around 0, as torch's."""

    def __init__(self, scale, validate_args=None):
        super().__init__(0.0, scale)

    @property
    def mean(self):
        return ops.full_like(self.scale, float("inf"))

    def _draw(self, shape):
        return ops.abs(super()._draw(shape))

    def log_prob(self, value):
        inside = super().log_prob(value) + math.log(2)
        return ops.where(value >= 0, inside, ops.full_like(inside, float("-inf")))

    def cdf(self, value):
        return 2 * super().cdf(value) - 1

    def icdf(self, value):
        return super().icdf((value + 1) / 2)

    def entropy(self):
        return super().entropy() - math.log(2)
