# needs: Distribution, bernoulli_logits, softplus_exact
import numpy as np
from mindspore import Tensor, ops


class NegativeBinomial(Distribution):
    """How many trials succeed before some number fails, as torch's ``NegativeBinomial``; samples are drawn by NumPy."""

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        self.probs, self.logits = bernoulli_logits(probs, logits)
        self.total_count, self.logits = self._together(total_count, self.logits)
        super().__init__(self.logits.shape)

    @property
    def mean(self):
        return self.total_count * ops.exp(self.logits)

    @property
    def variance(self):
        return self.mean / ops.sigmoid(-self.logits)

    def _draw(self, shape):
        rate = np.random.gamma(self.total_count.asnumpy(), np.exp(self.logits.asnumpy()), shape)
        return Tensor(np.asarray(np.random.poisson(rate), np.float32))

    def log_prob(self, value):
        n = self.total_count
        ways = ops.lgamma(n + value) - ops.lgamma(1 + value) - ops.lgamma(n)
        return ways - n * softplus_exact(self.logits) - value * softplus_exact(-self.logits)
