# needs: MNASBlock, ReLUInPlace
# needs: init_constant_, init_kaiming_normal_, init_kaiming_uniform_, vision_channels, vision_convolutions, vision_layer
from mindspore import mint, nn


class MNASNet(nn.Cell):
    """The networks of Tan et al. (2018), B1 of their paper, by torchvision's names."""

    def __init__(self, alpha, num_classes=1000, dropout=0.2):
        super().__init__()
        if alpha <= 0.0:
            raise ValueError(f"alpha should be greater than 0.0 instead of {alpha}")
        self.alpha, self.num_classes = alpha, num_classes
        conv, norm, momentum = vision_layer("Conv2d"), vision_layer("BatchNorm2d"), 1 - 0.9997
        first, second, *widths = [vision_channels(width * alpha) for width in (32, 16, 24, 40, 80, 96, 192, 320)]
        layers = [
            conv(3, first, 3, stride=2, padding=1, bias=False),
            norm(first, momentum=momentum),
            ReLUInPlace(),
            conv(first, first, 3, padding=1, groups=first, bias=False),
            norm(first, momentum=momentum),
            ReLUInPlace(),
            conv(first, second, 1, bias=False),
            norm(second, momentum=momentum),
        ]
        # kernel, stride of the first block, expansion, blocks
        stages = [(3, 2, 3, 3), (5, 2, 3, 3), (5, 2, 6, 3), (3, 1, 6, 2), (5, 2, 6, 4), (3, 1, 6, 1)]
        channels = second
        for width, (kernel, stride, expansion, count) in zip(widths, stages):
            blocks = [MNASBlock(channels, width, kernel, stride, expansion, momentum)]
            blocks += [MNASBlock(width, width, kernel, 1, expansion, momentum) for _ in range(count - 1)]
            layers.append(nn.SequentialCell(*blocks))
            channels = width
        layers += [conv(channels, 1280, 1, bias=False), norm(1280, momentum=momentum), ReLUInPlace()]
        self.layers = nn.SequentialCell(*layers)
        self.classifier = nn.SequentialCell(vision_layer("Dropout")(p=dropout), mint.nn.Linear(1280, num_classes))
        for convolution in vision_convolutions(self):
            init_kaiming_normal_(convolution.weight, mode="fan_out", nonlinearity="relu")
        init_kaiming_uniform_(self.classifier[1].weight, mode="fan_out", nonlinearity="sigmoid")
        init_constant_(self.classifier[1].bias, 0)

    def construct(self, x):
        return self.classifier(self.layers(x).mean((2, 3)))
