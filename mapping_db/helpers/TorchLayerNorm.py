# needs: StandIn, other_name
from mindspore import nn, ops


class TorchLayerNorm(nn.LayerNorm, metaclass=StandIn):
    """``nn.LayerNorm`` with torch's arguments, over one axis or several, with or without weights."""

    weight = other_name("gamma", "elementwise_affine")
    bias = other_name("beta", "has_bias")

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        super().__init__(shape, epsilon=eps, **({} if dtype is None else {"dtype": dtype}))
        self.axes = len(shape)
        self.elementwise_affine, self.has_bias = elementwise_affine, elementwise_affine and bias
        # No Parameters: they would be counted, initialised, averaged, and trained once all are freed. Nor a Parameter's value,
        # which belongs to the graph of the first step for ever.
        if not self.elementwise_affine:
            dtype = self.gamma.dtype
            del self.gamma
            self.gamma = ops.ones(shape, dtype)
        if not self.has_bias:
            dtype = self.beta.dtype
            del self.beta
            self.beta = ops.zeros(shape, dtype)

    def construct(self, x):
        begin = x.ndim - self.axes
        return ops.LayerNorm(begin, begin, self.epsilon)(x, self.gamma.astype(x.dtype), self.beta.astype(x.dtype))[0]
