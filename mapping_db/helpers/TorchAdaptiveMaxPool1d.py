# needs: StandIn
from mindspore import nn, ops


class TorchAdaptiveMaxPool1d(nn.Cell, metaclass=StandIn):
    """Torch's ``AdaptiveMaxPool1d`` by the kernel of two dimensions: lengths need not divide."""

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size = output_size[0] if isinstance(output_size, (tuple, list)) else output_size
        self.return_indices = return_indices

    def construct(self, input):
        x = input if input.ndim == 3 else input.expand_dims(0)
        out = ops.adaptive_max_pool2d(x.expand_dims(-2), (1, self.output_size), self.return_indices)
        kept = [t.squeeze(-2) if input.ndim == 3 else t.squeeze(-2).squeeze(0) for t in self._each(out)]
        return tuple(kept) if self.return_indices else kept[0]

    @staticmethod
    def _each(out):
        return out if isinstance(out, (tuple, list)) else (out,)
