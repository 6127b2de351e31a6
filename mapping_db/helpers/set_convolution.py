"""A convolution whose stride, dilation or padding changes."""

from mindspore import nn, ops


def set_convolution(layer, name, value):
    """As ``layer.stride = value`` of torch's: MindSpore's convolution computes with what it was built with, so its operation is
    made again. Of anything else the attribute is set."""
    if not isinstance(layer, nn.Conv2d):
        setattr(layer, name, value)
        return
    if isinstance(value, str):
        layer.pad_mode, layer.padding = value, 0
    else:
        high, wide = (value, value) if isinstance(value, int) else tuple(value)
        if name != "padding":
            setattr(layer, name, (high, wide))
        elif getattr(layer, "spatial_padding", None) is None:  # torch's pads by another mode as it was built, too
            layer.pad_mode, layer.padding = "pad", (high, high, wide, wide)
    layer.conv2d = ops.Conv2D(
        out_channel=layer.out_channels,
        kernel_size=layer.kernel_size,
        mode=1,
        pad_mode=layer.pad_mode,
        pad=layer.padding,
        stride=layer.stride,
        dilation=layer.dilation,
        group=layer.group,
        data_format=layer.data_format,
    )
