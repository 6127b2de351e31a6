# needs: Conv2dNormActivation, ReLUInPlace, SqueezeExcitation, vision_channels, vision_layer
from mindspore import nn


class MobileNetV3Block(nn.Cell):
    """MobileNetV3's block: MobileNetV2's, of which some weigh their channels; by torchvision's names."""

    def __init__(self, inner, kernel, many, outer, weighed, hard, stride, dilation, norm_layer):
        super().__init__()
        activation = vision_layer("Hardswish") if hard else ReLUInPlace
        given = {"norm_layer": norm_layer, "activation_layer": activation, "inplace": None}
        layers = [] if many == inner else [Conv2dNormActivation(inner, many, 1, **given)]
        step = 1 if dilation > 1 else stride
        layers.append(Conv2dNormActivation(many, many, kernel, step, groups=many, dilation=dilation, **given))
        if weighed:
            few = vision_channels(many // 4)
            layers.append(SqueezeExcitation(many, few, scale_activation=vision_layer("Hardsigmoid")))
        layers.append(Conv2dNormActivation(many, outer, 1, norm_layer=norm_layer, activation_layer=None))
        self.block = nn.SequentialCell(*layers)
        self.out_channels = outer
        self.use_res_connect = stride == 1 and inner == outer

    def construct(self, input):
        return self.block(input) + input if self.use_res_connect else self.block(input)
