from mindspore import nn


class TorchELU(nn.ELU):
    """``nn.ELU`` with torch's arguments; ``inplace`` changes nothing about the result."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(alpha=alpha)
