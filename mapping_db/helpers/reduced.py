"""What the ``reduction`` of a loss asks for."""


def reduced(loss, reduction):
    """The mean, the sum, or the loss of each element."""
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss
