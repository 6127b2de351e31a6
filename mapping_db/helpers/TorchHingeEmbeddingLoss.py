# needs: hinge_embedding_loss
from mindspore import nn


class TorchHingeEmbeddingLoss(nn.Cell):
    """Torch's ``HingeEmbeddingLoss``; MindSpore's own has no gradient on a CPU."""

    def __init__(self, margin=1.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.margin = margin
        self.reduction = reduction

    def construct(self, input, target):
        return hinge_embedding_loss(input, target, self.margin, reduction=self.reduction)
