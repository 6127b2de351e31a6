# needs: recorded_log_softmax, recorded_nll_loss, weighed_loss


def recorded_cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
):
    """As ``torch.nn.functional.cross_entropy``, for gradients of gradients: targets are classes or probabilities."""
    axis = 1 if input.ndim > 1 else 0
    scores = recorded_log_softmax(input, axis)
    shape = [-1 if i == axis else 1 for i in range(input.ndim)]
    if target.shape == input.shape:
        wanted = target * (1 - label_smoothing) + label_smoothing / input.shape[axis]
        losses = -(scores * wanted * (1 if weight is None else weight.reshape(shape))).sum(axis)
        return weighed_loss(losses, max(losses.size, 1), size_average, reduce, reduction)
    if not label_smoothing:
        return recorded_nll_loss(scores, target, weight, size_average, ignore_index, reduce, reduction)
    if size_average is not None or reduce is not None:
        raise NotImplementedError("label_smoothing with size_average or reduce")
    sharp = recorded_nll_loss(scores, target, weight, None, ignore_index, None, "none")
    ignored = target == ignore_index
    shares = (~ignored).astype(input.dtype)
    spread = -(scores if weight is None else scores * weight.reshape(shape)).sum(axis).masked_fill(ignored, 0.0)
    losses = (1 - label_smoothing) * sharp + label_smoothing / input.shape[axis] * spread
    total = shares if weight is None else shares * weight[target.masked_fill(ignored, 0)]
    return weighed_loss(losses, total.sum(), None, None, reduction)
