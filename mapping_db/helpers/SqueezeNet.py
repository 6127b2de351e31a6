# needs: ReLUInPlace, SqueezeFire, init_constant_, init_kaiming_uniform_, init_normal_, vision_convolutions, vision_layer
from mindspore import nn


class SqueezeNet(nn.Cell):
    """The networks of Iandola et al. (2016), by torchvision's names."""

    def __init__(self, version="1_0", num_classes=1000, dropout=0.5):
        super().__init__()
        if version not in ("1_0", "1_1"):
            raise ValueError(f"SqueezeNet has no version {version}: only 1_0 and 1_1")
        self.num_classes = num_classes
        conv = vision_layer("Conv2d")
        # the first convolution, and the modules before which the picture is made smaller
        first, pooled = (
            (conv(3, 96, 7, stride=2), (0, 3, 7)) if version == "1_0" else (conv(3, 64, 3, stride=2), (0, 2, 4))
        )
        layers, channels = [first, ReLUInPlace()], first.out_channels
        for number, squeezed in enumerate((16, 16, 32, 32, 48, 48, 64, 64)):
            if number in pooled:
                layers.append(nn.MaxPool2d(3, 2, pad_mode="pad", ceil_mode=True))
            layers.append(SqueezeFire(channels, squeezed, 4 * squeezed, 4 * squeezed))
            channels = 8 * squeezed
        self.features = nn.SequentialCell(*layers)
        last = conv(512, num_classes, 1)
        pool = vision_layer("AdaptiveAvgPool2d")((1, 1))
        self.classifier = nn.SequentialCell(vision_layer("Dropout")(p=dropout), last, ReLUInPlace(), pool)
        for convolution in vision_convolutions(self):
            if convolution is last:
                init_normal_(convolution.weight, 0.0, 0.01)
            else:
                init_kaiming_uniform_(convolution.weight)
            init_constant_(convolution.bias, 0)

    def construct(self, x):
        return self.classifier(self.features(x)).flatten(start_dim=1)
