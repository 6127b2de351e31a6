# needs: StandIn
from mindspore import nn


class TorchSmoothL1Loss(nn.SmoothL1Loss, metaclass=StandIn):
    """``nn.SmoothL1Loss`` with torch's arguments: it takes the mean unless told otherwise."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        if size_average is not None or reduce is not None:
            reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
        super().__init__(beta=beta, reduction=reduction)
