# needs: local_response_norm
from mindspore import nn


class TorchLocalResponseNorm(nn.Cell):
    """Torch's ``LocalResponseNorm``; the window reaches further back than ahead when it is even."""

    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def construct(self, input):
        return local_response_norm(input, self.size, self.alpha, self.beta, self.k)
