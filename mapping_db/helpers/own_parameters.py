"""What a Cell itself holds that torch counts among the parameters."""

_STATISTICS = ("moving_mean", "moving_variance", "running_mean", "running_var", "num_batches_tracked")


def own_parameters(module):
    """As torch's ``module._parameters``, to go over: without running statistics, which are Parameters in MindSpore."""
    held = module._params.items()
    return {name: one for name, one in held if name not in _STATISTICS or getattr(one, "requires_grad", False)}
