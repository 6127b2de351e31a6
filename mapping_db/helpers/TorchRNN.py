# needs: StandIn, TorchRecurrentArguments
from mindspore import nn


class TorchRNN(TorchRecurrentArguments, nn.RNN, metaclass=StandIn):
    """``nn.RNN`` with torch's arguments."""

    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", *args, **kwargs):
        super().__init__(input_size, hidden_size, num_layers, *args, nonlinearity=nonlinearity, **kwargs)
