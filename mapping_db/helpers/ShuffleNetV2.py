# needs: ReLUInPlace, ShuffleBlock, vision_layer
from mindspore import mint, nn


class ShuffleNetV2(nn.Cell):
    """The networks of Ma et al. (2018), by torchvision's names."""

    def __init__(self, stages_repeats, stages_out_channels, num_classes=1000, inverted_residual=None):
        super().__init__()
        if len(stages_repeats) != 3 or len(stages_out_channels) != 5:
            raise ValueError("stages_repeats: three numbers; stages_out_channels: five")
        channels = stages_out_channels[0]
        self.conv1 = self._convolved(3, channels, 3, stride=2, padding=1)
        self.maxpool = nn.MaxPool2d(3, 2, pad_mode="pad", padding=1)
        stages = []
        for count, outer in zip(stages_repeats, stages_out_channels[1:]):
            block = inverted_residual or ShuffleBlock
            blocks = [block(channels, outer, 2)]
            blocks += [block(outer, outer, 1) for _ in range(count - 1)]
            stages.append(nn.SequentialCell(*blocks))
            channels = outer
        self.stage2, self.stage3, self.stage4 = stages
        self.conv5 = self._convolved(channels, stages_out_channels[-1], 1)
        self.fc = mint.nn.Linear(stages_out_channels[-1], num_classes)

    @staticmethod
    def _convolved(inner, outer, size, **options):
        convolution = vision_layer("Conv2d")(inner, outer, size, bias=False, **options)
        return nn.SequentialCell(convolution, vision_layer("BatchNorm2d")(outer), ReLUInPlace())

    def _forward_impl(self, x):
        x = self.stage4(self.stage3(self.stage2(self.maxpool(self.conv1(x)))))
        return self.fc(self.conv5(x).mean((2, 3)))

    def construct(self, x):
        return self._forward_impl(x)
