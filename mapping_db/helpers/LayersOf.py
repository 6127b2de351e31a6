from collections import OrderedDict

from mindspore import nn


class LayersOf:
    """``LayersOf(layers)[1:3]`` is ``layers[1:3]`` as torch makes it: its parameters keep the names that they have."""

    def __init__(self, layers):
        self.layers = layers

    def __getitem__(self, index):
        layers = list(self.layers._cells.items())[index]
        if not isinstance(self.layers, nn.SequentialCell):
            part = nn.CellList(auto_prefix=False)
            part._cells.update((str(position), layer) for position, (_, layer) in enumerate(layers))
            return part
        part = type(self.layers)(OrderedDict())
        part._cells.update(layers)
        part.cell_list = [layer for _, layer in layers]
        part._is_dynamic_name = [name.isdigit() for name, _ in layers]
        return part
