# needs: cast_parameters
from mindspore import Parameter, float32, float64, mint, nn, ops


class TorchInstanceNorm(nn.Cell):
    """Normalises each channel of each sample over its spatial axes, with torch's arguments."""

    axes = 0
    """Spatial axes; a subclass says how many."""

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=False,
        track_running_stats=False,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.affine = affine
        self.weight = Parameter(mint.ones((num_features,))) if affine else None
        self.bias = Parameter(mint.zeros((num_features,))) if affine and bias else None
        self.momentum = momentum
        self.running_mean = self.running_var = None
        if track_running_stats:
            self.running_mean = Parameter(mint.zeros((num_features,)), requires_grad=False)
            self.running_var = Parameter(mint.ones((num_features,)), requires_grad=False)
        cast_parameters(self, dtype)

    def construct(self, x):
        if x.ndim == self.axes + 1:
            return self.construct(x.expand_dims(0)).squeeze(0)
        axes = tuple(range(2, x.ndim))
        shape = (1, x.shape[1]) + (1,) * len(axes)
        kind = x.dtype
        if kind != float64:
            x = x.astype(float32)  # as torch does: the squares of half precision's numbers soon exceed it
        if self.running_mean is not None and not self.training:
            mean, variance = self.running_mean.reshape(shape), self.running_var.reshape(shape)
            y = (x - mean) / (variance + self.eps).sqrt()
        else:
            mean = x.mean(axes, keep_dims=True)
            variance = ((x - mean) * (x - mean)).mean(axes, keep_dims=True)
            y = (x - mean) / (variance + self.eps).sqrt()
            if self.running_mean is not None:
                self._keep(mean, variance, x.size // (x.shape[0] * x.shape[1]))
        if self.weight is not None:
            y = y * self.weight.reshape(shape)
        return (y if self.bias is None else y + self.bias.reshape(shape)).astype(kind)

    def _keep(self, mean, variance, count):
        share = 1.0 - self.momentum
        mean = ops.stop_gradient(mean).mean(0).reshape(-1)
        variance = ops.stop_gradient(variance).mean(0).reshape(-1) * (count / max(count - 1, 1))
        self.running_mean.set_data(share * self.running_mean + self.momentum * mean)
        self.running_var.set_data(share * self.running_var + self.momentum * variance)
