# needs: StandIn
from mindspore import nn, ops


class TorchAdaptiveAvgPool1d(nn.Cell, metaclass=StandIn):
    """Torch's ``AdaptiveAvgPool1d`` by the kernel of two dimensions: lengths need not divide, a batch axis may lack."""

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size[0] if isinstance(output_size, (tuple, list)) else output_size

    def construct(self, input):
        x = input if input.ndim == 3 else input.expand_dims(0)
        out = ops.adaptive_avg_pool2d(x.expand_dims(-2), (1, self.output_size)).squeeze(-2)
        return out if input.ndim == 3 else out.squeeze(0)
