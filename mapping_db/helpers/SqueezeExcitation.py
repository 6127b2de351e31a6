from mindspore import nn


class SqueezeExcitation(nn.Cell):
    """Torchvision's block of that name: channels are weighed by what their means say."""

    def __init__(self, input_channels, squeeze_channels, activation=nn.ReLU, scale_activation=nn.Sigmoid):
        super().__init__()
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc1 = nn.Conv2d(input_channels, squeeze_channels, 1, has_bias=True)
        self.fc2 = nn.Conv2d(squeeze_channels, input_channels, 1, has_bias=True)
        self.activation = activation()
        self.scale_activation = scale_activation()

    def construct(self, input):
        scale = self.activation(self.fc1(self.avgpool(input)))
        return self.scale_activation(self.fc2(scale)) * input
