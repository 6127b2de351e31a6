# needs: DenseNetBlock, DenseNetTransition, NamedStack, ReLUInPlace
# needs: init_constant_, init_kaiming_normal_, vision_convolutions, vision_layer
from collections import OrderedDict

from mindspore import mint, nn, ops


class DenseNet(nn.Cell):
    """The networks of Huang et al. (2016), by torchvision's names. ``memory_efficient`` makes no difference."""

    def __init__(
        self,
        growth_rate=32,
        block_config=(6, 12, 24, 16),
        num_init_features=64,
        bn_size=4,
        drop_rate=0,
        num_classes=1000,
        memory_efficient=False,
    ):
        super().__init__()
        norm, width = vision_layer("BatchNorm2d"), num_init_features
        layers = OrderedDict(
            conv0=vision_layer("Conv2d")(3, width, 7, stride=2, padding=3, bias=False),
            norm0=norm(width),
            relu0=ReLUInPlace(),
            pool0=nn.MaxPool2d(3, 2, pad_mode="pad", padding=1),
        )
        for number, count in enumerate(block_config, 1):
            layers[f"denseblock{number}"] = DenseNetBlock(count, width, bn_size, growth_rate, drop_rate)
            width += count * growth_rate
            if number < len(block_config):
                layers[f"transition{number}"] = DenseNetTransition(width, width // 2)
                width //= 2
        layers["norm5"] = norm(width)
        self.features = NamedStack(layers)
        self.classifier = mint.nn.Linear(width, num_classes)
        for convolution in vision_convolutions(self):
            init_kaiming_normal_(convolution.weight)
        init_constant_(self.classifier.bias, 0)

    def construct(self, x):
        features = self.features(x)
        features = features.copy_(ops.relu(features))  # in place: hooks see it, too
        return self.classifier(ops.adaptive_avg_pool2d(features, 1).flatten(start_dim=1))
