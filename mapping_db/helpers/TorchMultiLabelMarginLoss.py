# needs: reduced_loss
import mindspore as ms
from mindspore import nn, ops


class TorchMultiLabelMarginLoss(nn.Cell):
    """Torch's ``MultiLabelMarginLoss``: classes up to the first -1 of each row are the targets."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def construct(self, input, target):
        x = input if input.ndim == 2 else input.expand_dims(0)
        y = target if target.ndim == 2 else target.expand_dims(0)
        valid = ops.cumsum((y < 0).astype(ms.int32), 1) == 0
        classes = ops.where(valid, y, ops.zeros_like(y)).astype(ms.int32)
        # How often each class is a target: 0 for those whose score must stay lower.
        wanted = (ops.one_hot(classes, x.shape[1]) * valid.expand_dims(-1).astype(ms.int32)).sum(1) > 0
        scores = ops.gather_elements(x, 1, classes)
        margins = ops.relu(1 - scores.expand_dims(2) + x.expand_dims(1))
        counted = ops.logical_and(valid.expand_dims(2), ops.logical_not(wanted).expand_dims(1))
        loss = (margins * counted.astype(x.dtype)).sum((1, 2)) / x.shape[1]
        return reduced_loss(loss if input.ndim == 2 else loss.squeeze(0), self.reduction)
