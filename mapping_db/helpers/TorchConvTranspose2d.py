# needs: StandIn, cast_parameters
import math

from mindspore import Parameter, mint, nn, ops


class TorchConvTranspose2d(nn.Cell, metaclass=StandIn):
    """A transposed convolution with torch's arguments: the input is spread by the stride, then convolved.

    ``nn.Conv2dTranspose`` gives wrong numbers on a CPU when ``output_padding`` is not 0.
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__()
        if padding_mode != "zeros":
            raise ValueError('Only "zeros" padding mode is supported for ConvTranspose2d')
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = self._pair(kernel_size)
        self.stride = self._pair(stride)
        self.padding = self._pair(padding)
        self.output_padding = self._pair(output_padding)
        self.dilation = self._pair(dilation)
        self.groups = groups
        shape = (in_channels, out_channels // groups, *self.kernel_size)
        bound = 1 / math.sqrt(shape[1] * shape[2] * shape[3])
        self.weight = Parameter((ops.rand(shape) * 2 - 1) * bound)
        self.bias = Parameter((ops.rand((out_channels,)) * 2 - 1) * bound) if bias else None
        cast_parameters(self, dtype)

    def construct(self, x):
        if x.ndim == 3:
            return self.construct(x.expand_dims(0)).squeeze(0)
        (kh, kw), (sh, sw), (dh, dw) = self.kernel_size, self.stride, self.dilation
        n, c, h, w = x.shape
        # Zeros between the pixels: stride - 1 of them in each direction.
        if sh > 1 or sw > 1:
            x = ops.pad(x.reshape(n, c, h, 1, w, 1), [0, sw - 1, 0, 0, 0, sh - 1])
            x = x.reshape(n, c, h * sh, w * sw)[:, :, : (h - 1) * sh + 1, : (w - 1) * sw + 1]
        top, left = dh * (kh - 1) - self.padding[0], dw * (kw - 1) - self.padding[1]
        bottom, right = top + self.output_padding[0], left + self.output_padding[1]
        x = ops.pad(x, [max(left, 0), max(right, 0), max(top, 0), max(bottom, 0)])
        x = x[:, :, max(-top, 0) : x.shape[2] - max(-bottom, 0), max(-left, 0) : x.shape[3] - max(-right, 0)]
        # The kernel turned by 180 degrees, its channel axes exchanged within each group.
        g, o = self.groups, self.out_channels // self.groups
        weight = mint.flip(self.weight, (2, 3)).reshape(g, self.in_channels // g, o, kh, kw)
        weight = weight.transpose(0, 2, 1, 3, 4).reshape(g * o, self.in_channels // g, kh, kw)
        return ops.conv2d(x, weight, self.bias, pad_mode="valid", dilation=self.dilation, groups=g)

    @staticmethod
    def _pair(value):
        return (value, value) if isinstance(value, int) else tuple(value)
