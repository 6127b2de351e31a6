from collections import OrderedDict

from mindspore import nn


class IntermediateLayerGetter(nn.Cell):
    """As torchvision's class: the first layers of ``model`` one after the other, and what some of them give by new names."""

    def __init__(self, model, return_layers):
        super().__init__()
        layers, wanted = model.name_cells(), {str(name) for name in return_layers}
        if not wanted <= set(layers):
            raise ValueError("return_layers are not present in model")
        self.return_layers = {str(name): str(called) for name, called in return_layers.items()}
        for name, layer in layers.items():
            self.insert_child_to_cell(name, layer)
            wanted.discard(name)
            if not wanted:
                break
        self.set_train(model.training)

    def __len__(self):
        return len(self.name_cells())

    def __getitem__(self, name):
        return self.name_cells()[name]

    def __contains__(self, name):
        return name in self.name_cells()

    def __iter__(self):
        return iter(self.name_cells())

    def keys(self):
        return self.name_cells().keys()

    def values(self):
        return self.name_cells().values()

    def items(self):
        return self.name_cells().items()

    def construct(self, x):
        found = OrderedDict()
        for name, layer in self.name_cells().items():
            x = layer(x)
            if name in self.return_layers:
                found[self.return_layers[name]] = x
        return found
