# needs: softplus_exact
from mindspore import ops


class SigmoidTransform:
    """``sigmoid(x)``, for ``TransformedDistribution``."""

    event_dim = 0

    def __init__(self, cache_size=0):
        pass

    def __call__(self, x):
        return ops.sigmoid(x)

    def inv(self, y):
        return ops.log(y) - ops.log1p(-y)

    def log_abs_det_jacobian(self, x, y):
        return -softplus_exact(-x) - softplus_exact(x)
