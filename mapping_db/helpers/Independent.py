# needs: Distribution


class Independent(Distribution):
    """Takes the last axes of a distribution as one event, as torch's ``Independent``."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        self.has_rsample = base_distribution.has_rsample
        shape = base_distribution.batch_shape
        cut = len(shape) - reinterpreted_batch_ndims
        super().__init__(shape[:cut], shape[cut:] + base_distribution.event_shape)

    def expand(self, batch_shape, _instance=None):
        inner = self.event_shape[: self.reinterpreted_batch_ndims]
        return Independent(self.base_dist.expand((*batch_shape, *inner)), self.reinterpreted_batch_ndims)

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def mode(self):
        return self.base_dist.mode

    @property
    def variance(self):
        return self.base_dist.variance

    def _total(self, x):
        n = self.reinterpreted_batch_ndims
        return x.sum(tuple(range(-n, 0))) if n else x

    def _draw(self, shape):
        return self.base_dist._draw(shape)

    def log_prob(self, value):
        return self._total(self.base_dist.log_prob(value))

    def entropy(self):
        return self._total(self.base_dist.entropy())

    def _kl(self, other):
        return self._total(self.base_dist._kl(other.base_dist))
