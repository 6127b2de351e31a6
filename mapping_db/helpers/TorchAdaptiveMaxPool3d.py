# needs: StandIn, adaptive_max_pool3d
from mindspore import nn


class TorchAdaptiveMaxPool3d(nn.Cell, metaclass=StandIn):
    """Torch's ``AdaptiveMaxPool3d``: None keeps the size of an axis."""

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def construct(self, input):
        return adaptive_max_pool3d(input, self.output_size, self.return_indices)
