# needs: StandIn
from mindspore import nn


class ModuleList(nn.CellList, metaclass=StandIn):
    """``nn.CellList`` that is made from any iterable."""

    def __init__(self, modules=None):
        super().__init__(list(modules or []))
