# needs: StandIn, elu
from mindspore import nn


class TorchELU(nn.Cell, metaclass=StandIn):
    """Torch's ``ELU``: any ``alpha``, where MindSpore's kernel takes 1 alone; ``inplace`` changes nothing about the result."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha = alpha

    def construct(self, input):
        return elu(input, self.alpha)
