"""Members that torch's normalisations have and MindSpore's have not."""

from mindspore import nn, ops


def normalization_member(layer, name):
    """``layer.affine``, ``layer.track_running_stats``, ``layer.reset_running_stats`` and the like, as torch has them."""
    if hasattr(layer, name):
        return getattr(layer, name)
    held = getattr(layer, "bn2d", layer)
    if name in ("affine", "elementwise_affine"):
        scale, shift = (getattr(held, one, None) for one in ("gamma", "beta"))
        if scale is None and shift is None:
            return getattr(layer, "weight", None) is not None
        if (
            scale.requires_grad
            or shift.requires_grad
            or not isinstance(layer, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d))
        ):
            return True
        return bool((scale != 1).any()) or bool(
            (shift != 0).any()
        )  # frozen ones of a layer without are as they were made
    if name == "track_running_stats":
        return getattr(held, "use_batch_statistics", None) is not True and _running_statistics(held)[0] is not None
    if name in ("reset_running_stats", "reset_parameters"):
        return lambda: _reset_normalization(held, name == "reset_parameters")
    return getattr(layer, name)


def _running_statistics(layer):
    """The running mean and the running variance, by either name."""
    names = (("moving_mean", "running_mean"), ("moving_variance", "running_var"))
    return [getattr(layer, own, getattr(layer, other, None)) for own, other in names]


def _reset_normalization(layer, weights):
    pairs = list(zip(_running_statistics(layer), (0, 1)))
    if weights:
        pairs += [(getattr(layer, own, getattr(layer, other, None)), n) for own, other, n in _NORMALIZATION_WEIGHTS]
    for one, number in pairs:
        if one is not None:
            ops.assign(one, ops.full_like(one, number))


_NORMALIZATION_WEIGHTS = (("gamma", "weight", 1), ("beta", "bias", 0))
