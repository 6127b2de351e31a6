# needs: StandIn, TorchRecurrentArguments
from mindspore import nn


class TorchPlainLSTM(TorchRecurrentArguments, nn.LSTM, metaclass=StandIn):
    """``nn.LSTM`` with torch's arguments, without projected states."""
