from mindspore import nn, ops


class TorchUpsample(nn.Cell):
    """Torch's ``Upsample``: the scale becomes a size, which is what MindSpore's kernels take on every device."""

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = align_corners

    def construct(self, x):
        size, dims = self.size, x.ndim - 2
        if size is None:
            scales = self.scale_factor if isinstance(self.scale_factor, (tuple, list)) else (self.scale_factor,) * dims
            size = tuple(int(n * s) for n, s in zip(x.shape[2:], scales))
        elif isinstance(size, int):
            size = (size,) * dims
        return ops.interpolate(x, size=tuple(size), mode=self.mode, align_corners=self.align_corners)
