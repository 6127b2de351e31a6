def weighed_loss(losses, shares, size_average, reduce, reduction):
    """Single losses reduced as torch's arguments say, the older ones too; ``mean`` is over the sum of ``shares``."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    if reduction == "none":
        return losses
    return losses.sum() if reduction == "sum" else losses.sum() / shares
