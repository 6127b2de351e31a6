# needs: other_name
from mindspore import nn


class TorchGroupNorm(nn.GroupNorm):
    """``nn.GroupNorm`` with torch's arguments and names; it may have a weight without a bias."""

    weight = other_name("gamma", "affine")
    bias = other_name("beta", "has_bias")

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__(num_groups, num_channels, float(eps), affine, **({} if dtype is None else {"dtype": dtype}))
        self.has_bias = affine and bias
        # No Parameters: they would be counted, initialised, averaged, and trained once all are freed.
        if not affine:
            ones = self.gamma.value()
            del self.gamma
            self.gamma = ones
        if not self.has_bias:
            zeros = self.beta.value()
            del self.beta
            self.beta = zeros
