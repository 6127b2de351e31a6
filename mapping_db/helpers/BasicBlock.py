# needs: ReLUInPlace, vision_layer
from mindspore import nn


class BasicBlock(nn.Cell):
    """Two convolutions of 3 by 3 with a shortcut around them (He et al., 2015), by torchvision's names."""

    expansion = 1

    def __init__(
        self, inplanes, planes, stride=1, downsample=None, groups=1, base_width=64, dilation=1, norm_layer=None
    ):
        super().__init__()
        if groups != 1 or base_width != 64:
            raise ValueError("BasicBlock has groups=1 and base_width=64 only")
        if dilation > 1:
            raise NotImplementedError("BasicBlock has no dilation")
        conv, norm = vision_layer("Conv2d"), norm_layer or vision_layer("BatchNorm2d")
        self.conv1 = conv(inplanes, planes, 3, stride=stride, padding=1, bias=False)
        self.bn1 = norm(planes)
        self.relu = ReLUInPlace()
        self.conv2 = conv(planes, planes, 3, padding=1, bias=False)
        self.bn2 = norm(planes)
        self.downsample = downsample
        self.stride = stride

    def construct(self, x):
        shortcut = x if self.downsample is None else self.downsample(x)
        x = self.relu(self.bn1(self.conv1(x)))
        return self.relu(self.bn2(self.conv2(x)) + shortcut)
