# needs: ReLUInPlace, vision_layer
from mindspore import mint, nn, ops


class DenseNetLayer(nn.Cell):
    """A layer of DenseNet, which reads what all layers before it gave; by torchvision's names."""

    def __init__(self, num_input_features, growth_rate, bn_size, drop_rate, memory_efficient=False):
        super().__init__()
        conv, norm, inner = vision_layer("Conv2d"), vision_layer("BatchNorm2d"), bn_size * growth_rate
        self.norm1 = norm(num_input_features)
        self.relu1 = ReLUInPlace()
        self.conv1 = conv(num_input_features, inner, 1, bias=False)
        self.norm2 = norm(inner)
        self.relu2 = ReLUInPlace()
        self.conv2 = conv(inner, growth_rate, 3, padding=1, bias=False)
        self.drop_rate = float(drop_rate)

    def construct(self, input):
        x = mint.cat(list(input), 1) if isinstance(input, (list, tuple)) else input
        x = self.conv1(self.relu1(self.norm1(x)))
        x = self.conv2(self.relu2(self.norm2(x)))
        return ops.dropout(x, self.drop_rate, training=self.training) if self.drop_rate else x
