# needs: Distribution, bernoulli_logits, softplus_exact
import numpy as np
from mindspore import Tensor, ops


class Binomial(Distribution):
    """How many of some trials succeed, as torch's ``Binomial``; samples are drawn by NumPy."""

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.probs, self.logits = bernoulli_logits(probs, logits)
        self.total_count, self.logits = self._together(total_count, self.logits)
        super().__init__(self.logits.shape)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def _draw(self, shape):
        drawn = np.random.binomial(self.total_count.asnumpy().astype(np.int64), self.probs.asnumpy(), shape)
        return Tensor(np.asarray(drawn, np.float32))

    def log_prob(self, value):
        n = self.total_count
        ways = ops.lgamma(n + 1) - ops.lgamma(value + 1) - ops.lgamma(n - value + 1)
        return ways + value * self.logits - n * softplus_exact(self.logits)
