# needs: Conv2dNormActivation, MobileNetV3Block
# needs: init_constant_, init_kaiming_normal_, init_normal_, vision_channels, vision_convolutions, vision_layer
from functools import partial

from mindspore import mint, nn


class MobileNetV3(nn.Cell):
    """The networks of Howard et al. (2019) after the tables of their paper, by torchvision's names.

    ``blocks``: kernel, expanded and given channels, whether channels are weighed, whether by hard-swish, and the stride.
    """

    def __init__(
        self,
        blocks,
        last_channel,
        num_classes=1000,
        dropout=0.2,
        width_mult=1.0,
        reduced_tail=False,
        dilated=False,
        norm_layer=None,
    ):
        super().__init__()
        norm = norm_layer or partial(vision_layer("BatchNorm2d"), eps=0.001, momentum=0.01)
        hard, tail = vision_layer("Hardswish"), 2 if reduced_tail else 1
        given = {"norm_layer": norm, "activation_layer": hard, "inplace": None}
        channels = vision_channels(16 * width_mult)
        layers = [Conv2dNormActivation(3, channels, stride=2, **given)]
        for number, (kernel, many, outer, weighed, is_hard, stride) in enumerate(blocks):
            place = number - len(blocks)  # the last three are those of the tail
            outer = outer // tail if place >= -3 else outer
            many = vision_channels((many // tail if place >= -2 else many) * width_mult)
            outer, dilation = vision_channels(outer * width_mult), 2 if dilated and place >= -3 else 1
            layers.append(MobileNetV3Block(channels, kernel, many, outer, weighed, is_hard, stride, dilation, norm))
            channels = outer
        layers.append(Conv2dNormActivation(channels, 6 * channels, 1, **given))
        last = vision_channels(last_channel // tail * width_mult)
        self.features = nn.SequentialCell(*layers)
        self.avgpool = vision_layer("AdaptiveAvgPool2d")(1)
        self.classifier = nn.SequentialCell(
            mint.nn.Linear(6 * channels, last),
            hard(),
            vision_layer("Dropout")(p=dropout),
            mint.nn.Linear(last, num_classes),
        )
        for convolution in vision_convolutions(self):
            init_kaiming_normal_(convolution.weight, mode="fan_out")
            if convolution.bias is not None:
                init_constant_(convolution.bias, 0)
        for linear in (self.classifier[0], self.classifier[3]):
            init_normal_(linear.weight, 0, 0.01)
            init_constant_(linear.bias, 0)

    def _forward_impl(self, x):
        return self.classifier(self.avgpool(self.features(x)).flatten(start_dim=1))

    def construct(self, x):
        return self._forward_impl(x)
