# needs: DenseNetLayer
from mindspore import mint, nn


class DenseNetBlock(nn.Cell):
    """Layers of DenseNet, each of which adds ``growth_rate`` channels; by torchvision's names."""

    def __init__(self, num_layers, num_input_features, bn_size, growth_rate, drop_rate, memory_efficient=False):
        super().__init__()
        for number in range(num_layers):
            layer = DenseNetLayer(num_input_features + number * growth_rate, growth_rate, bn_size, drop_rate)
            self.insert_child_to_cell(f"denselayer{number + 1}", layer)

    def items(self):
        return self.name_cells().items()

    def construct(self, init_features):
        found = [init_features]
        for layer in self.cells():
            found.append(layer(found))
        return mint.cat(found, 1)
