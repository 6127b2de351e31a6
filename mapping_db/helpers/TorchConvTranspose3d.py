# needs: StandIn
from mindspore import float32, nn


class TorchConvTranspose3d(nn.Conv3dTranspose, metaclass=StandIn):
    """``nn.Conv3dTranspose`` with torch's arguments."""

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
            raise ValueError('Only "zeros" padding mode is supported for ConvTranspose3d')
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            pad_mode="pad",
            padding=padding if isinstance(padding, int) else tuple(p for p in padding for _ in range(2)),
            dilation=dilation,
            group=groups,
            output_padding=output_padding,
            has_bias=bias,
            dtype=float32 if dtype is None else dtype,
        )
