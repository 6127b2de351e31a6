# needs: lp_pool
from mindspore import nn


class TorchLPPool1d(nn.Cell):
    """Torch's ``LPPool1d``."""

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type = norm_type
        kernel = (kernel_size,) * 1 if isinstance(kernel_size, int) else tuple(kernel_size)
        self.count = 1
        for k in kernel:
            self.count *= k
        stride = kernel_size if stride is None else stride
        pool = nn.MaxPool1d if norm_type == float("inf") else nn.AvgPool1d
        self.pool = pool(kernel_size, stride, pad_mode="pad", ceil_mode=ceil_mode)

    def construct(self, input):
        x = input if input.ndim == 3 else input.expand_dims(0)
        out = lp_pool(self.pool, x, self.norm_type, self.count)
        return out if input.ndim == 3 else out.squeeze(0)
