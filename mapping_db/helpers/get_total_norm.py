from mindspore import ops


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all tensors taken together."""
    tensors = [tensors] if hasattr(tensors, "shape") else list(tensors)
    if norm_type == float("inf"):
        total = ops.stack([ops.abs(t).max() for t in tensors]).max()
    else:
        powers = ops.stack([(ops.abs(t) ** norm_type).sum() for t in tensors])
        total = powers.sum() ** (1.0 / norm_type)
    if error_if_nonfinite and not bool(ops.isfinite(total).all()):
        raise RuntimeError("the norm of the gradients is not finite")
    return total
