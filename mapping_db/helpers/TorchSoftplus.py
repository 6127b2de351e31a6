from mindspore import nn, ops


class TorchSoftplus(nn.Cell):
    """Torch's ``Softplus``: linear above the threshold."""

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def construct(self, x):
        scaled = x * self.beta
        soft = ops.log1p(ops.exp(ops.minimum(scaled, self.threshold))) / self.beta
        return ops.where(scaled > self.threshold, x, soft)
