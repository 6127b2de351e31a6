# needs: Distribution, bernoulli_logits, softplus_exact
from mindspore import ops


class Bernoulli(Distribution):
    """Yes (1) or no (0), as torch's ``Bernoulli``."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.probs, self.logits = bernoulli_logits(probs, logits)
        super().__init__(self.logits.shape)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        return (self.probs >= 0.5).astype(self.probs.dtype)

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def _draw(self, shape):
        return (ops.rand(shape) < self.probs).astype(self.probs.dtype)

    def log_prob(self, value):
        return value * self.logits - softplus_exact(self.logits)

    def entropy(self):
        return softplus_exact(self.logits) - self.logits * self.probs

    def enumerate_support(self, expand=True):
        values = ops.arange(2).astype(self.probs.dtype).reshape(-1, *(1 for _ in self.batch_shape))
        return ops.broadcast_to(values, (2, *self.batch_shape)) if expand else values

    def _kl(self, other):
        ones = self.probs * (softplus_exact(-other.logits) - softplus_exact(-self.logits))
        ones = ones.masked_fill(other.probs == 0, float("inf")).masked_fill(self.probs == 0, 0.0)
        zeros = (1 - self.probs) * (softplus_exact(other.logits) - softplus_exact(self.logits))
        return ones + zeros.masked_fill(other.probs == 1, float("inf")).masked_fill(self.probs == 1, 0.0)
