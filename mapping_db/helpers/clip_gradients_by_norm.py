from mindspore import Tensor, ops


def clip_gradients_by_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """As ``clip_grad_norm_``: scales the gradients that the parameters hold; returns their norm before."""
    parameters = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    held = [p for p in parameters if p._grad is not None]
    if not held:
        return Tensor(0.0)
    if norm_type == float("inf"):
        total = max(ops.abs(p._grad).max() for p in held)
    else:
        total = sum((ops.abs(p._grad) ** norm_type).sum() for p in held) ** (1.0 / norm_type)
    if error_if_nonfinite and not bool(ops.isfinite(total)):
        raise RuntimeError(f"The total norm of order {norm_type} for gradients is non-finite, so it cannot be clipped")
    scale = ops.clamp(max_norm / (total + 1e-6), max=1.0)
    for parameter in held:
        parameter._grad = parameter._grad * scale
    return total
