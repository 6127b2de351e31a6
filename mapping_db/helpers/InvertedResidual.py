# needs: Conv2dNormActivation, vision_layer
from mindspore import nn


class InvertedResidual(nn.Cell):
    """MobileNetV2's block: channels are made many, convolved one by one, and made few; by torchvision's names."""

    def __init__(self, inp, oup, stride, expand_ratio, norm_layer=None):
        super().__init__()
        if stride not in (1, 2):
            raise ValueError(f"stride should be 1 or 2, not {stride}")
        norm, many = norm_layer or vision_layer("BatchNorm2d"), round(inp * expand_ratio)
        given = {"norm_layer": norm, "activation_layer": vision_layer("ReLU6"), "inplace": None}
        layers = [] if expand_ratio == 1 else [Conv2dNormActivation(inp, many, 1, **given)]
        layers.append(Conv2dNormActivation(many, many, stride=stride, groups=many, **given))
        self.conv = nn.SequentialCell(*layers, vision_layer("Conv2d")(many, oup, 1, bias=False), norm(oup))
        self.stride, self.out_channels = stride, oup
        self.use_res_connect = stride == 1 and inp == oup

    def construct(self, x):
        return x + self.conv(x) if self.use_res_connect else self.conv(x)
