# needs: ReLUInPlace, vision_layer
from mindspore import nn


class MNASBlock(nn.Cell):
    """MNASNet's block: channels are made many, convolved one by one, and made few; by torchvision's names."""

    def __init__(self, in_ch, out_ch, kernel_size, stride, expansion_factor, bn_momentum=0.1):
        super().__init__()
        if stride not in (1, 2) or kernel_size not in (3, 5):
            raise ValueError(f"stride: 1 or 2, not {stride}; kernel_size: 3 or 5, not {kernel_size}")
        conv, norm, many = vision_layer("Conv2d"), vision_layer("BatchNorm2d"), in_ch * expansion_factor
        self.apply_residual = in_ch == out_ch and stride == 1
        self.layers = nn.SequentialCell(
            conv(in_ch, many, 1, bias=False),
            norm(many, momentum=bn_momentum),
            ReLUInPlace(),
            conv(many, many, kernel_size, stride=stride, padding=kernel_size // 2, groups=many, bias=False),
            norm(many, momentum=bn_momentum),
            ReLUInPlace(),
            conv(many, out_ch, 1, bias=False),
            norm(out_ch, momentum=bn_momentum),
        )

    def construct(self, input):
        return self.layers(input) + input if self.apply_residual else self.layers(input)
