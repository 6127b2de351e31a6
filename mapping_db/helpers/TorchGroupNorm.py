# needs: StandIn, other_name
from mindspore import nn, ops


class TorchGroupNorm(nn.GroupNorm, metaclass=StandIn):
    """``nn.GroupNorm`` with torch's arguments and names; it may have a weight without a bias."""

    weight = other_name("gamma", "affine")
    bias = other_name("beta", "has_bias")

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__(num_groups, num_channels, float(eps), affine, **({} if dtype is None else {"dtype": dtype}))
        self.has_bias = affine and bias
        # No Parameters: they would be counted, initialised, averaged, and trained once all are freed. Nor a Parameter's value,
        # which belongs to the graph of the first step for ever.
        if not affine:
            dtype = self.gamma.dtype
            del self.gamma
            self.gamma = ops.ones((num_channels,), dtype)
        if not self.has_bias:
            dtype = self.beta.dtype
            del self.beta
            self.beta = ops.zeros((num_channels,), dtype)
