# needs: Conv2dNormActivation, SqueezeExcitation, StochasticDepth, vision_layer
from mindspore import nn


class EfficientNetBlock(nn.Cell):
    """EfficientNet's block: MobileNetV2's, which weighs its channels and may be left out; by torchvision's names."""

    def __init__(self, inner, outer, expansion, kernel, stride, left_out, norm_layer):
        super().__init__()
        activation, many = vision_layer("SiLU"), inner * expansion
        given = {"norm_layer": norm_layer, "activation_layer": activation, "inplace": None}
        layers = [] if many == inner else [Conv2dNormActivation(inner, many, 1, **given)]
        layers.append(Conv2dNormActivation(many, many, kernel, stride, groups=many, **given))
        layers.append(SqueezeExcitation(many, max(1, inner // 4), activation=activation))
        layers.append(Conv2dNormActivation(many, outer, 1, norm_layer=norm_layer, activation_layer=None))
        self.block = nn.SequentialCell(*layers)
        self.stochastic_depth = StochasticDepth(left_out, "row")
        self.out_channels = outer
        self.use_res_connect = stride == 1 and inner == outer

    def construct(self, input):
        x = self.block(input)
        return self.stochastic_depth(x) + input if self.use_res_connect else x
