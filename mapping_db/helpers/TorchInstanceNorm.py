from mindspore import Parameter, mint, nn


class TorchInstanceNorm(nn.Cell):
    """Normalises each channel of each sample over its spatial axes, with torch's arguments."""

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
        if track_running_stats:
            raise NotImplementedError("running statistics of instance norm")
        self.num_features = num_features
        self.eps = eps
        self.affine = affine
        self.weight = Parameter(mint.ones((num_features,))) if affine else None
        self.bias = Parameter(mint.zeros((num_features,))) if affine and bias else None

    def construct(self, x):
        axes = tuple(range(2, x.ndim))
        centred = x - x.mean(axes, keep_dims=True)
        y = centred / ((centred * centred).mean(axes, keep_dims=True) + self.eps).sqrt()
        shape = (1, self.num_features) + (1,) * len(axes)
        if self.weight is not None:
            y = y * self.weight.reshape(shape)
        return y if self.bias is None else y + self.bias.reshape(shape)
