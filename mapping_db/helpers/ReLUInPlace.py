from mindspore import nn, ops


class ReLUInPlace(nn.ReLU):
    """Torch's ``ReLU(inplace=True)`` in a network whose layers others look at: who holds its input sees it activated."""

    def __init__(self, inplace=True):
        super().__init__()
        self.inplace = inplace

    def construct(self, x):
        activated = ops.relu(x)
        return x.copy_(activated) if self.inplace else activated
