# needs: TorchRecurrentArguments
from mindspore import nn


class TorchPlainLSTM(TorchRecurrentArguments, nn.LSTM):
    """``nn.LSTM`` with torch's arguments, without projected states."""
