# needs: InceptionConv2d, avg_pool2d
from mindspore import mint, nn, ops


class InceptionAux(nn.Cell):
    """The classifier half way through Inception V3, by torchvision's names."""

    def __init__(self, in_channels, num_classes, conv_block=None):
        super().__init__()
        conv = conv_block or InceptionConv2d
        self.conv0 = conv(in_channels, 128, kernel_size=1)
        self.conv1 = conv(128, 768, kernel_size=5)
        self.conv1.stddev = 0.01
        self.fc = mint.nn.Linear(768, num_classes)
        self.fc.stddev = 0.001

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name == "fc" and isinstance(
            value, nn.Cell
        ):  # an optimizer needs to tell its weights from those of the last classifier
            known = next(iter(self.conv0.get_parameters())).name
            value.update_parameters_name(known.partition("conv0.")[0])

    def construct(self, x):
        x = self.conv1(self.conv0(avg_pool2d(x, 5, stride=3)))
        return self.fc(ops.adaptive_avg_pool2d(x, (1, 1)).flatten(start_dim=1))
