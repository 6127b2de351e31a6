# needs: Distribution
from mindspore import ops


class MixtureSameFamily(Distribution):
    """A mixture whose parts stand along the last batch axis, as torch's ``MixtureSameFamily``."""

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self.mixture_distribution = mixture_distribution
        self.component_distribution = component_distribution
        super().__init__(component_distribution.batch_shape[:-1], component_distribution.event_shape)

    def expand(self, batch_shape, _instance=None):
        parts = self.component_distribution.batch_shape[-1]
        mixture = self.mixture_distribution.expand(tuple(batch_shape))
        return MixtureSameFamily(mixture, self.component_distribution.expand((*batch_shape, parts)))

    def _weights(self):
        probs = self.mixture_distribution.probs
        return probs.reshape(probs.shape + (1,) * len(self.event_shape))

    @property
    def mean(self):
        return (self._weights() * self.component_distribution.mean).sum(-1 - len(self.event_shape))

    @property
    def variance(self):
        axis, parts = -1 - len(self.event_shape), self.component_distribution
        mean = self.mean.expand_dims(axis)
        return (self._weights() * (parts.variance + (parts.mean - mean) ** 2)).sum(axis)

    def _draw(self, shape):
        lead = shape[: len(shape) - len(self.batch_shape) - len(self.event_shape)]
        which = self.mixture_distribution.sample(lead)
        drawn = self.component_distribution.sample(lead)
        which = which.reshape(which.shape + (1,) * (1 + len(self.event_shape)))
        which = ops.broadcast_to(which, (*which.shape[: len(lead) + len(self.batch_shape)], 1, *self.event_shape))
        axis = len(lead) + len(self.batch_shape)
        return ops.gather_elements(drawn, axis, which).squeeze(axis)

    def cdf(self, value):
        each = self.component_distribution.cdf(value.expand_dims(-1 - len(self.event_shape)))
        return (each * self.mixture_distribution.probs).sum(-1)

    def log_prob(self, value):
        value = value.expand_dims(-1 - len(self.event_shape))
        each = self.component_distribution.log_prob(value)
        return ops.logsumexp(each + ops.log_softmax(self.mixture_distribution.logits, -1), -1)
