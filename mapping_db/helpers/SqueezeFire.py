# needs: ReLUInPlace, vision_layer
from mindspore import mint, nn


class SqueezeFire(nn.Cell):
    """SqueezeNet's module: few channels, from which convolutions of two sizes make many, by torchvision's names."""

    def __init__(self, inplanes, squeeze_planes, expand1x1_planes, expand3x3_planes):
        super().__init__()
        conv = vision_layer("Conv2d")
        self.inplanes = inplanes
        self.squeeze = conv(inplanes, squeeze_planes, 1)
        self.squeeze_activation = ReLUInPlace()
        self.expand1x1 = conv(squeeze_planes, expand1x1_planes, 1)
        self.expand1x1_activation = ReLUInPlace()
        self.expand3x3 = conv(squeeze_planes, expand3x3_planes, 3, padding=1)
        self.expand3x3_activation = ReLUInPlace()

    def construct(self, x):
        x = self.squeeze_activation(self.squeeze(x))
        narrow, wide = self.expand1x1(x), self.expand3x3(x)
        return mint.cat([self.expand1x1_activation(narrow), self.expand3x3_activation(wide)], 1)
