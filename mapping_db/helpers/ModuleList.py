from mindspore import nn


class ModuleList(nn.CellList):
    """``nn.CellList`` that is made from any iterable."""

    def __init__(self, modules=None):
        super().__init__(list(modules or []))
