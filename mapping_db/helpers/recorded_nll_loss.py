# needs: recorded_gather, weighed_loss


def recorded_nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """As ``torch.nn.functional.nll_loss``, for gradients of gradients."""
    ignored, axis = target == ignore_index, 1 if input.ndim > 1 else 0
    labels = target.masked_fill(ignored, 0)
    shares = (~ignored).astype(input.dtype)
    if weight is not None:
        shares = shares * weight[labels]
    losses = -recorded_gather(input, axis, labels.expand_dims(axis)).squeeze(axis).masked_fill(ignored, 0.0) * shares
    return weighed_loss(losses, shares.sum(), size_average, reduce, reduction)
