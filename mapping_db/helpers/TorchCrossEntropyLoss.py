# needs: StandIn
import mindspore as ms
from mindspore import nn


class TorchCrossEntropyLoss(nn.CrossEntropyLoss, metaclass=StandIn):
    """``nn.CrossEntropyLoss`` that takes int64 labels, as torch's does."""

    def __init__(
        self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
    ):
        if size_average is not None or reduce is not None:
            reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
        super().__init__(weight=weight, ignore_index=ignore_index, reduction=reduction, label_smoothing=label_smoothing)

    def construct(self, logits, labels):
        if labels.dtype == ms.int64:
            labels = labels.astype(ms.int32)
        return super().construct(logits, labels)
