from mindspore import nn, ops


class TorchAlphaDropout(nn.Cell):
    """Torch's ``AlphaDropout``: dropped values become SELU's lower bound; mean and variance are kept."""

    _LOWER = -1.7580993408473766  # -scale * alpha of SELU

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        self.p = p

    def construct(self, input):
        if not self.training or self.p == 0:
            return input
        keep = (ops.rand(self._mask_shape(input)) >= self.p).astype(input.dtype)
        a = ((1 - self.p) * (1 + self.p * self._LOWER**2)) ** -0.5
        b = -a * self._LOWER * self.p
        return a * (input * keep + self._LOWER * (1 - keep)) + b

    def _mask_shape(self, input):
        return input.shape
