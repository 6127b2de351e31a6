# needs: StandIn, mish
from mindspore import nn


class TorchMish(nn.Mish, metaclass=StandIn):
    """``nn.Mish`` with torch's argument, for large values too; the result is what counts, so ``inplace`` changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()

    def construct(self, input):
        return mish(input)
