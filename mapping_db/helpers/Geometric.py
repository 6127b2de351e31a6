# needs: Distribution, bernoulli_logits
from mindspore import ops


class Geometric(Distribution):
    """How often it fails before it succeeds, as torch's ``Geometric``."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.probs, self.logits = bernoulli_logits(probs, logits)
        super().__init__(self.logits.shape)

    @property
    def mean(self):
        return 1 / self.probs - 1

    @property
    def variance(self):
        return (1 / self.probs - 1) / self.probs

    def _draw(self, shape):
        u = ops.clamp(ops.rand(shape), 1e-7, 1.0)
        return ops.floor(ops.log(u) / ops.log1p(-self.probs))

    def log_prob(self, value):
        return value * ops.log1p(-self.probs) + ops.log(self.probs)

    def entropy(self):
        p = self.probs
        return -(p * ops.log(p) + (1 - p) * ops.log1p(-p)) / p
