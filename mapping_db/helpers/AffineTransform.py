from mindspore import ops


class AffineTransform:
    """``loc + scale * x``, for ``TransformedDistribution``."""

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        self.loc = loc
        self.scale = scale
        self.event_dim = event_dim

    def __call__(self, x):
        return self.loc + self.scale * x

    def inv(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        out = ops.log(ops.abs(self.scale + ops.zeros_like(x)))
        return out.sum(tuple(range(-self.event_dim, 0))) if self.event_dim else out
