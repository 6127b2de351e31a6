from mindspore import nn


class TorchDropout(nn.Dropout):
    """``nn.Dropout`` with torch's arguments: the first is the share that is dropped."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__(p=p)
