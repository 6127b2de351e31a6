# needs: ReLUInPlace, channel_shuffle, vision_layer
from mindspore import nn, ops


class ShuffleBlock(nn.Cell):
    """ShuffleNet V2's block: half of the channels pass through, and then all are dealt out anew; by torchvision's names."""

    def __init__(self, inp, oup, stride):
        super().__init__()
        if stride not in (1, 2, 3):
            raise ValueError(f"illegal stride value: {stride}")
        half = oup // 2
        if stride == 1 and inp != 2 * half:
            raise ValueError(f"A stride of 1 keeps the channels: {inp} cannot become {oup}")
        self.stride = stride
        conv, norm = vision_layer("Conv2d"), vision_layer("BatchNorm2d")

        def alone(channels):
            """Each channel by itself."""
            layer = conv(channels, channels, 3, stride=stride, padding=1, groups=channels, bias=False)
            return layer, norm(channels)

        def mixed(inner):
            return conv(inner, half, 1, bias=False), norm(half), ReLUInPlace()

        self.branch1 = nn.SequentialCell(*(alone(inp) + mixed(inp) if stride > 1 else ()))
        self.branch2 = nn.SequentialCell(*mixed(inp if stride > 1 else half), *alone(half), *mixed(half))

    def construct(self, x):
        if self.stride == 1:
            half = x.shape[1] // 2
            x = ops.cat((x[:, :half], self.branch2(x[:, half:])), 1)
        else:
            x = ops.cat((self.branch1(x), self.branch2(x)), 1)
        return channel_shuffle(x, 2)
