# needs: Conv2dNormActivation, EfficientNetBlock
# needs: init_constant_, init_kaiming_normal_, init_uniform_, vision_channels, vision_convolutions, vision_layer
import math

from mindspore import mint, nn


class EfficientNet(nn.Cell):
    """The networks of Tan and Le (2019), so much wider and deeper than table 1 of their paper, by torchvision's names."""

    def __init__(self, width_mult, depth_mult, dropout, stochastic_depth_prob=0.2, num_classes=1000, norm_layer=None):
        super().__init__()
        norm, activation = norm_layer or vision_layer("BatchNorm2d"), vision_layer("SiLU")
        # expansion, kernel, stride of the first block, channels, blocks
        stages = [
            (1, 3, 1, 16, 1),
            (6, 3, 2, 24, 2),
            (6, 5, 2, 40, 2),
            (6, 3, 2, 80, 3),
            (6, 5, 1, 112, 3),
            (6, 5, 2, 192, 4),
            (6, 3, 1, 320, 1),
        ]
        counts = [math.ceil(count * depth_mult) for *_, count in stages]
        given = {"norm_layer": norm, "activation_layer": activation, "inplace": None}
        channels, number = vision_channels(32 * width_mult), 0
        layers = [Conv2dNormActivation(3, channels, stride=2, **given)]
        for (expansion, kernel, stride, width, _), count in zip(stages, counts):
            blocks, outer = [], vision_channels(width * width_mult)
            for place in range(count):
                left_out, step = stochastic_depth_prob * number / sum(counts), 1 if place else stride
                blocks.append(EfficientNetBlock(channels, outer, expansion, kernel, step, left_out, norm))
                channels, number = outer, number + 1
            layers.append(nn.SequentialCell(*blocks))
        layers.append(Conv2dNormActivation(channels, 4 * channels, 1, **given))
        self.features = nn.SequentialCell(*layers)
        self.avgpool = vision_layer("AdaptiveAvgPool2d")(1)
        self.classifier = nn.SequentialCell(
            vision_layer("Dropout")(p=dropout), mint.nn.Linear(4 * channels, num_classes)
        )
        for convolution in vision_convolutions(self):
            init_kaiming_normal_(convolution.weight, mode="fan_out")
            if convolution.bias is not None:
                init_constant_(convolution.bias, 0)
        bound = 1 / math.sqrt(num_classes)
        init_uniform_(self.classifier[1].weight, -bound, bound)
        init_constant_(self.classifier[1].bias, 0)

    def _forward_impl(self, x):
        return self.classifier(self.avgpool(self.features(x)).flatten(start_dim=1))

    def construct(self, x):
        return self._forward_impl(x)
