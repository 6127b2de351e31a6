from mindspore import ops


def stochastic_depth(input, p, mode, training=True):
    """As ``torchvision.ops.stochastic_depth``: drops whole samples (``row``) or all of them (``batch``)."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"drop probability has to be between 0 and 1, but got {p}")
    if mode not in ("batch", "row"):
        raise ValueError(f"mode has to be either 'batch' or 'row', but got {mode}")
    if not training or p == 0.0:
        return input
    if p == 1.0:
        return input * 0
    number = input.shape[0] if mode == "row" else 1
    kept = ops.rand((number,) + (1,) * (input.ndim - 1)) >= p
    return input * kept.to(input.dtype) / (1.0 - p)
