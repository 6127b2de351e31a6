# needs: Distribution
import numpy as np
from mindspore import Tensor, ops


class Dirichlet(Distribution):
    """The Dirichlet distribution over the last axis, as torch's; samples are drawn by NumPy and have no gradient."""

    def __init__(self, concentration, validate_args=None):
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:])

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, keepdims=True)

    @property
    def mode(self):
        above = ops.clamp(self.concentration - 1, min=0.0)
        most = above / above.sum(-1, keepdims=True)
        corner = ops.one_hot(ops.argmax(above, -1), above.shape[-1]).astype(above.dtype)
        return ops.where((self.concentration < 1).all(-1, keep_dims=True), corner, most)

    @property
    def variance(self):
        total = self.concentration.sum(-1, keepdims=True)
        return self.concentration * (total - self.concentration) / (total**2 * (total + 1))

    def _draw(self, shape):
        drawn = np.random.gamma(self.concentration.asnumpy(), 1.0, shape)
        return Tensor((drawn / drawn.sum(-1, keepdims=True)).astype(np.float32))

    def log_prob(self, value):
        a = self.concentration
        return ((a - 1) * ops.log(value)).sum(-1) + ops.lgamma(a.sum(-1)) - ops.lgamma(a).sum(-1)

    def entropy(self):
        a, k = self.concentration, self.concentration.shape[-1]
        total = a.sum(-1)
        log_beta = ops.lgamma(a).sum(-1) - ops.lgamma(total)
        return log_beta - (k - total) * ops.digamma(total) - ((a - 1) * ops.digamma(a)).sum(-1)

    def _kl(self, other):
        a, b = self.concentration, other.concentration
        total = a.sum(-1)
        logs = ops.lgamma(total) - ops.lgamma(b.sum(-1)) - (ops.lgamma(a) - ops.lgamma(b)).sum(-1)
        return logs + ((a - b) * (ops.digamma(a) - ops.digamma(total).expand_dims(-1))).sum(-1)
