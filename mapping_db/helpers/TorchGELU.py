# needs: StandIn
from mindspore import nn


class TorchGELU(nn.GELU, metaclass=StandIn):
    """``nn.GELU`` with torch's argument: ``approximate`` is ``'none'`` (exact) or ``'tanh'``."""

    def __init__(self, approximate="none"):
        super().__init__(approximate=approximate == "tanh")
