# needs: cast_parameters
from mindspore import Parameter, mint, nn


class TorchRMSNorm(nn.Cell):
    """Torch's ``RMSNorm``; MindSpore has no kernel for it on a CPU."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape = shape
        self.eps = 1.1920928955078125e-07 if eps is None else eps  # torch's: the smallest step of float32
        self.elementwise_affine = elementwise_affine
        self.weight = Parameter(mint.ones(shape)) if elementwise_affine else None
        cast_parameters(self, dtype)

    def construct(self, x):
        axes = tuple(range(x.ndim - len(self.normalized_shape), x.ndim))
        y = x * ((x * x).mean(axes, keep_dims=True) + self.eps).rsqrt()
        return y if self.weight is None else y * self.weight
