from mindspore import nn


class TorchMish(nn.Mish):
    """``nn.Mish`` with torch's argument; the result is what counts, so ``inplace`` changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
