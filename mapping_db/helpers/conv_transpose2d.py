# needs: conv_transpose
"""Transposed convolution over two axes."""


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """As ``torch.nn.functional.conv_transpose2d``, with a batch axis or without."""
    return conv_transpose(input, weight, bias, stride, padding, output_padding, groups, dilation, 2)
