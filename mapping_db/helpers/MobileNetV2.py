# needs: Conv2dNormActivation, InvertedResidual
# needs: init_constant_, init_kaiming_normal_, init_normal_, vision_channels, vision_convolutions, vision_layer
from mindspore import mint, nn, ops


class MobileNetV2(nn.Cell):
    """The network of Sandler et al. (2018), by torchvision's names."""

    def __init__(
        self,
        num_classes=1000,
        width_mult=1.0,
        inverted_residual_setting=None,
        round_nearest=8,
        block=None,
        norm_layer=None,
        dropout=0.2,
    ):
        super().__init__()
        # expansion, channels, blocks, stride of the first one: table 2 of the paper
        setting = inverted_residual_setting or [
            (1, 16, 1, 1),
            (6, 24, 2, 2),
            (6, 32, 3, 2),
            (6, 64, 4, 2),
            (6, 96, 3, 1),
            (6, 160, 3, 2),
            (6, 320, 1, 1),
        ]
        if len(setting[0]) != 4:
            raise ValueError(f"inverted_residual_setting: lists of four numbers, not {setting[0]}")
        block, norm = block or InvertedResidual, norm_layer or vision_layer("BatchNorm2d")
        given = {"norm_layer": norm, "activation_layer": vision_layer("ReLU6"), "inplace": None}
        channels = vision_channels(32 * width_mult, round_nearest)
        layers = [Conv2dNormActivation(3, channels, stride=2, **given)]
        for expansion, wanted, count, stride in setting:
            width = vision_channels(wanted * width_mult, round_nearest)
            for number in range(count):
                layers.append(block(channels, width, 1 if number else stride, expand_ratio=expansion, norm_layer=norm))
                channels = width
        self.last_channel = vision_channels(1280 * max(1.0, width_mult), round_nearest)
        layers.append(Conv2dNormActivation(channels, self.last_channel, 1, **given))
        self.features = nn.SequentialCell(*layers)
        self.classifier = nn.SequentialCell(
            vision_layer("Dropout")(p=dropout), mint.nn.Linear(self.last_channel, num_classes)
        )
        for convolution in vision_convolutions(self):
            init_kaiming_normal_(convolution.weight, mode="fan_out")
            if convolution.bias is not None:
                init_constant_(convolution.bias, 0)
        init_normal_(self.classifier[1].weight, 0, 0.01)
        init_constant_(self.classifier[1].bias, 0)

    def _forward_impl(self, x):
        return self.classifier(ops.adaptive_avg_pool2d(self.features(x), 1).flatten(start_dim=1))

    def construct(self, x):
        return self._forward_impl(x)
