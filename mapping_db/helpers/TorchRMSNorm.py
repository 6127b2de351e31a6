# needs: cast_parameters
from mindspore import Parameter, float32, float64, mint, nn


class TorchRMSNorm(nn.Cell):
    """Torch's ``RMSNorm``; MindSpore has no kernel for it on a CPU."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape = shape
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight = Parameter(mint.ones(shape)) if elementwise_affine else None
        cast_parameters(self, dtype)

    def construct(self, x):
        axes = tuple(range(x.ndim - len(self.normalized_shape), x.ndim))
        kind = x.dtype
        if kind != float64:
            x = x.astype(float32)  # as torch does: the squares of half precision's numbers soon exceed it
        eps = self.eps
        if eps is None:  # torch's: the smallest step of the type that it computes in
            eps = 2.220446049250313e-16 if kind == float64 else 1.1920928955078125e-07
        y = x * ((x * x).mean(axes, keep_dims=True) + eps).rsqrt()
        return (y if self.weight is None else y * self.weight).astype(kind)
