# needs: relu_in_place, vision_layer
from mindspore import nn


class InceptionConv2d(nn.Cell):
    """Torchvision's ``BasicConv2d`` of inception_v3 and googlenet: a convolution, normalised and activated."""

    def __init__(self, in_channels, out_channels, **kwargs):
        super().__init__()
        self.conv = vision_layer("Conv2d")(in_channels, out_channels, bias=False, **kwargs)
        self.bn = vision_layer("BatchNorm2d")(out_channels, eps=0.001)

    def construct(self, x):
        return relu_in_place(self.bn(self.conv(x)))
