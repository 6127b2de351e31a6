# needs: StandIn, interpolate
from mindspore import nn


class TorchUpsample(nn.Cell, metaclass=StandIn):
    """Torch's ``Upsample``: the scale becomes a size, which is what MindSpore's kernels take on every device."""

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def construct(self, x):
        return interpolate(x, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor)
