from mindspore import Tensor, ops


def bernoulli_logits(probs, logits):
    """Both forms of the chances of yes and no, of which one is given."""
    if (probs is None) == (logits is None):
        raise ValueError("give either probs or logits, not both")
    if probs is not None:
        probs = probs if isinstance(probs, Tensor) else Tensor(float(probs))
        inside = ops.clamp(probs, 1.1920929e-07, 1 - 1.1920929e-07)
        return probs, ops.log(inside) - ops.log1p(-inside)
    logits = logits if isinstance(logits, Tensor) else Tensor(float(logits))
    return ops.sigmoid(logits), logits
