from mindspore import nn


class TorchPermute(nn.Cell):
    """Torchvision's ``Permute``: the axes in another order."""

    def __init__(self, dims):
        super().__init__()
        self.dims = tuple(dims)

    def construct(self, x):
        return x.permute(self.dims)
