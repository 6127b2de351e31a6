# needs: cast_parameters
from mindspore import Parameter, mint, nn


class TorchGroupNorm(nn.Cell):
    """Torch's ``GroupNorm``, which may have a weight without a bias."""

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        self.num_groups = num_groups
        self.eps = eps
        self.weight = Parameter(mint.ones((num_channels,))) if affine else None
        self.bias = Parameter(mint.zeros((num_channels,))) if affine and bias else None
        self.zeros = mint.zeros((num_channels,), dtype=dtype)
        cast_parameters(self, dtype)

    def construct(self, x):
        bias = self.zeros if self.bias is None else self.bias
        weight = self.zeros + 1 if self.weight is None else self.weight
        return mint.nn.functional.group_norm(x, self.num_groups, weight, bias, self.eps)
