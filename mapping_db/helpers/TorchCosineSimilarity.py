from mindspore import nn


class TorchCosineSimilarity(nn.Cell):
    """Torch's ``CosineSimilarity``."""

    def __init__(self, dim=1, eps=1e-8):
        super().__init__()
        self.dim = dim
        self.eps = eps

    def construct(self, x1, x2):
        n1 = (x1 * x1).sum(self.dim, keepdims=True).sqrt().clamp(min=self.eps)
        n2 = (x2 * x2).sum(self.dim, keepdims=True).sqrt().clamp(min=self.eps)
        return ((x1 / n1) * (x2 / n2)).sum(self.dim)
