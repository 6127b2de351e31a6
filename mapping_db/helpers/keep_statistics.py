"""Running statistics of a normalisation."""

from mindspore import ops


def keep_statistics(running_mean, running_var, mean, variance, count, momentum):
    """Moves the running statistics, where there are any, towards those of a batch of ``count`` values a channel."""
    unbiased = variance * (count / max(count - 1, 1))
    for kept, new in ((running_mean, mean), (running_var, unbiased)):
        if kept is not None:
            kept[...] = (1 - momentum) * kept + momentum * ops.stop_gradient(new).reshape(kept.shape)
