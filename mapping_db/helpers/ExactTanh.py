# needs: StandIn, exact_tanh
from mindspore import nn


class ExactTanh(nn.Cell, metaclass=StandIn):
    """``nn.Tanh`` to the last digits: the kernel of a CPU is off by up to 1e-4."""

    def construct(self, x):
        return exact_tanh(x)
