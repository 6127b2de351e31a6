# needs: StandIn, each_side_twice, other_name, pad_spatial
from mindspore import nn


class TorchConv3d(nn.Conv3d, metaclass=StandIn):
    """``nn.Conv3d`` with torch's arguments."""

    groups = other_name("group")

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        self.spatial_padding = None
        if isinstance(padding, str):
            if padding_mode != "zeros" and padding == "same":
                raise NotImplementedError("padding='same' with a padding_mode other than 'zeros'")
            mode, pads = padding, 0
        else:
            mode, pads = "pad", each_side_twice(padding, 3)
            if padding_mode != "zeros":
                self.spatial_padding, pads = pads[::2], 0
        self.padding_mode = padding_mode
        super().__init__(
            in_channels,
            out_channels,
            TorchConv3d._plain(kernel_size),
            stride=TorchConv3d._plain(stride),
            pad_mode=mode,
            padding=TorchConv3d._symmetric(pads),
            dilation=TorchConv3d._plain(dilation),
            group=groups,
            has_bias=bool(bias),
            **({} if dtype is None else {"dtype": dtype}),
        )

    def construct(self, x):
        if x.ndim == 4:
            return self.construct(x.expand_dims(0)).squeeze(0)
        if self.spatial_padding is not None:
            x = pad_spatial(x, self.spatial_padding, self.padding_mode)
        return super().construct(x)

    @staticmethod
    def _plain(value):
        return value if isinstance(value, int) else tuple(value)

    @staticmethod
    def _symmetric(pads):
        # One number where all sides agree: some kernels take nothing else.
        return pads[0] if isinstance(pads, tuple) and len(set(pads)) == 1 else pads
