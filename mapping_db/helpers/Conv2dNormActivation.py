# needs: ReLUInPlace, vision_layer
from mindspore import nn


class Conv2dNormActivation(nn.SequentialCell):
    """A convolution with its normalisation and activation, as torchvision's class of that name.

    Unless ``padding`` is given, the picture keeps its size with a stride of 1.
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size=3,
        stride=1,
        padding=None,
        groups=1,
        norm_layer="BatchNorm2d",
        activation_layer=ReLUInPlace,
        dilation=1,
        inplace=True,
        bias=None,
    ):
        if padding is None:
            sizes, steps = ((n, n) if isinstance(n, int) else tuple(n) for n in (kernel_size, dilation))
            padding = tuple((size - 1) // 2 * step for size, step in zip(sizes, steps))
        if isinstance(norm_layer, str):
            norm_layer = vision_layer(norm_layer)
        bias = norm_layer is None if bias is None else bias
        conv = vision_layer("Conv2d")
        layers = [
            conv(in_channels, out_channels, kernel_size, stride, padding, dilation=dilation, groups=groups, bias=bias)
        ]
        if norm_layer is not None:
            layers.append(norm_layer(out_channels))
        if activation_layer is not None:
            layers.append(activation_layer() if inplace is None else activation_layer(inplace=inplace))
        super().__init__(*layers)
        self.out_channels = out_channels
