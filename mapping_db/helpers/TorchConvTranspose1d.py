# needs: StandIn
from mindspore import mint, nn, ops


class TorchConvTranspose1d(nn.Conv1dTranspose, metaclass=StandIn):
    """``nn.Conv1dTranspose`` with torch's arguments; further output is cut from a longer one."""

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
        if padding_mode != "zeros":
            raise ValueError('Only "zeros" padding mode is supported for ConvTranspose1d')
        self.cut = self._plain(padding)
        self.further = self._plain(output_padding)
        super().__init__(
            in_channels,
            out_channels,
            self._plain(kernel_size),
            stride=self._plain(stride),
            pad_mode="pad",
            padding=0 if self.further else self.cut,
            dilation=self._plain(dilation),
            group=groups,
            has_bias=bool(bias),
            **({} if dtype is None else {"dtype": dtype}),
        )

    def construct(self, x):
        if x.ndim == 2:
            return self.construct(x.expand_dims(0)).squeeze(0)
        y = super().construct(x)
        if not self.further:
            return y
        end = y.shape[-1] - self.cut + self.further
        more = end - y.shape[-1]
        if more > 0:  # nothing but the bias reaches there
            rest = ops.zeros((*y.shape[:-1], more), y.dtype)
            y = mint.cat((y, rest if self.bias is None else rest + self.bias.reshape(-1, 1)), -1)
        return y[..., self.cut : end]

    @staticmethod
    def _plain(value):
        return value if isinstance(value, int) else value[0]
