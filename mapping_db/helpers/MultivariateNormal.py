# needs: Distribution, cholesky, inverse
import math

import numpy as np
from mindspore import ops


class MultivariateNormal(Distribution):
    """The normal distribution of vectors, as torch's."""

    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if scale_tril is None:
            if covariance_matrix is None:
                covariance_matrix = inverse(precision_matrix)
            scale_tril = cholesky(covariance_matrix)
        self.scale_tril = scale_tril
        self._inverse = inverse(scale_tril)
        batch = np.broadcast_shapes(loc.shape[:-1], scale_tril.shape[:-2])
        self.loc = ops.broadcast_to(loc, (*batch, loc.shape[-1]))
        super().__init__(batch, loc.shape[-1:])

    def expand(self, batch_shape, _instance=None):
        size = self.event_shape[0]
        loc = ops.broadcast_to(self.loc, (*batch_shape, size))
        return MultivariateNormal(loc, scale_tril=ops.broadcast_to(self.scale_tril, (*batch_shape, size, size)))

    @property
    def covariance_matrix(self):
        return ops.matmul(self.scale_tril, self.scale_tril.swapaxes(-1, -2))

    @property
    def precision_matrix(self):
        return ops.matmul(self._inverse.swapaxes(-1, -2), self._inverse)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return (self.scale_tril**2).sum(-1)

    def _draw(self, shape):
        noise = ops.standard_normal(shape).expand_dims(-1)
        return self.loc + ops.matmul(self.scale_tril, noise).squeeze(-1)

    def _log_det(self):
        n = self.loc.shape[-1]
        diagonal = (self.scale_tril * ops.eye(n, n, self.loc.dtype)).sum(-1)
        return ops.log(diagonal).sum(-1)

    def log_prob(self, value):
        z = ops.matmul(self._inverse, (value - self.loc).expand_dims(-1)).squeeze(-1)
        return -0.5 * ((z * z).sum(-1) + self.loc.shape[-1] * math.log(2 * math.pi)) - self._log_det()

    def entropy(self):
        return 0.5 * self.loc.shape[-1] * (1 + math.log(2 * math.pi)) + self._log_det()

    def _kl(self, other):
        spread = (ops.matmul(other._inverse, self.scale_tril) ** 2).sum((-2, -1))
        z = ops.matmul(other._inverse, (other.loc - self.loc).expand_dims(-1)).squeeze(-1)
        half = 0.5 * (spread + (z * z).sum(-1) - self.loc.shape[-1])
        return other._log_det() - self._log_det() + half
