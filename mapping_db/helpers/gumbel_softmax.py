# needs: softmax
"""A softmax of noisy scores, along any axis, which can be handed over as a function."""

from mindspore import ops


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """As ``torch.nn.functional.gumbel_softmax``, whose ``eps`` is of no account either. MindSpore's own refuses ``dim=-2``."""
    noise = -ops.log(-ops.log(ops.clip(ops.rand_like(logits), 1e-30, None)))
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    shape = [1] * soft.ndim
    shape[dim] = -1
    chosen = ops.arange(soft.shape[dim]).reshape(shape) == soft.argmax(dim, True)
    return chosen.astype(soft.dtype) - ops.stop_gradient(soft) + soft
