# needs: Distribution


class TransformedDistribution(Distribution):
    """What transforms make of the values of a distribution, as torch's ``TransformedDistribution``."""

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.base_dist = base_distribution
        self.transforms = list(transforms) if isinstance(transforms, (list, tuple)) else [transforms]
        self.has_rsample = base_distribution.has_rsample
        super().__init__(base_distribution.batch_shape, base_distribution.event_shape)

    def expand(self, batch_shape, _instance=None):
        return TransformedDistribution(self.base_dist.expand(batch_shape), self.transforms)

    def _draw(self, shape):
        x = self.base_dist._draw(shape)
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value):
        y, volume = value, 0.0
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            change = transform.log_abs_det_jacobian(x, y)
            more = len(self.event_shape) - transform.event_dim
            volume = volume + (change.sum(tuple(range(-more, 0))) if more else change)
            y = x
        return self.base_dist.log_prob(y) - volume

    def cdf(self, value):
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        return self.base_dist.cdf(value)

    def icdf(self, value):
        value = self.base_dist.icdf(value)
        for transform in self.transforms:
            value = transform(value)
        return value
