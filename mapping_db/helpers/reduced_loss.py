def reduced_loss(loss, reduction):
    """The mean or the sum of single losses, or they themselves (``none``)."""
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
