# needs: batch_norm, cast_parameters, other_name
from mindspore import Parameter, Tensor, mint, nn
from mindspore import int64 as ms_int64


class TorchBatchNorm(nn.Cell):
    """Torch's ``BatchNorm1d`` to ``BatchNorm3d``, with a cumulative average (``momentum=None``) or without a bias too."""

    # What MindSpore's layers call them, and so the code around this one.
    gamma, beta = other_name("weight"), other_name("bias")
    moving_mean, moving_variance = other_name("running_mean"), other_name("running_var")

    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.weight = Parameter(mint.ones((num_features,))) if affine else None
        self.bias = Parameter(mint.zeros((num_features,))) if affine and bias else None
        self.running_mean = self.running_var = self.num_batches_tracked = None
        if track_running_stats:
            self.running_mean = Parameter(mint.zeros((num_features,)), requires_grad=False)
            self.running_var = Parameter(mint.ones((num_features,)), requires_grad=False)
            self.num_batches_tracked = Parameter(Tensor(0, ms_int64), requires_grad=False)
        cast_parameters(self, dtype)

    def construct(self, x):
        training = self.training or self.running_mean is None
        momentum = 0.0 if self.momentum is None else self.momentum
        if training and self.running_mean is not None:
            count = int(self.num_batches_tracked) + 1
            self.num_batches_tracked.set_data(Tensor(count, ms_int64))
            momentum = 1 / count if self.momentum is None else self.momentum
        return batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, training, momentum, self.eps)
