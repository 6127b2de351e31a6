"""A convolution over two axes."""

from mindspore import ops


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """As ``torch.nn.functional.conv2d``, for one sample without its batch axis too."""
    if input.ndim == 3:
        return conv2d(input.unsqueeze(0), weight, bias, stride, padding, dilation, groups).squeeze(0)
    named = isinstance(padding, str)
    return ops.conv2d(
        input, weight, bias, stride, padding if named else "pad", 0 if named else padding, dilation, groups
    )
