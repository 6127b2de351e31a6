from mindspore import mint, nn, ops


class SwinMerging(nn.Cell):
    """Four neighbours become one place of twice the channels, normalised before, in version 2 after; by torchvision's names."""

    def __init__(self, dim, norm_layer, second):
        super().__init__()
        self.dim = dim
        self.reduction = mint.nn.Linear(4 * dim, 2 * dim, bias=False)
        self.norm = norm_layer(2 * dim if second else 4 * dim)
        self._second = second

    def construct(self, x):
        below, beside = x.shape[-3] % 2, x.shape[-2] % 2
        if below or beside:
            x = ops.pad(x, (0, 0, 0, beside, 0, below))
        height, width, channels = x.shape[-3:]
        x = x.reshape(-1, height // 2, 2, width // 2, 2, channels).permute(0, 1, 3, 4, 2, 5)
        x = x.reshape(-1, height // 2, width // 2, 4 * channels)
        return self.norm(self.reduction(x)) if self._second else self.reduction(self.norm(x))
