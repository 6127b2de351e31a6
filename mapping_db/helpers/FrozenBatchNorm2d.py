import mindspore as ms
import numpy as np
from mindspore import Parameter, nn, ops


class FrozenBatchNorm2d(nn.Cell):
    """torchvision's ``FrozenBatchNorm2d``: statistics and scale never change."""

    def __init__(self, num_features, eps=1e-5):
        super().__init__()
        self.eps = eps
        for name, value in (("weight", 1), ("bias", 0), ("running_mean", 0), ("running_var", 1)):
            start = ms.Tensor(np.full(num_features, value, np.float32))
            self.insert_param_to_cell(name, Parameter(start, name=name, requires_grad=False))

    def construct(self, x):
        scale = self.weight / ops.sqrt(self.running_var + self.eps)
        shift = self.bias - self.running_mean * scale
        return x * scale.reshape(1, -1, 1, 1) + shift.reshape(1, -1, 1, 1)
