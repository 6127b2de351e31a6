# needs: CyclicLR, OneCycleLR, TorchCosineAnnealingLR, TorchCosineAnnealingWarmRestarts
"""What stands for a scheduler of torch's that is chosen by its name."""

from mindspore.experimental import optim

_SCHEDULERS_BY_NAME = {
    "ConstantLR": optim.lr_scheduler.ConstantLR,
    "CosineAnnealingLR": TorchCosineAnnealingLR,
    "CosineAnnealingWarmRestarts": TorchCosineAnnealingWarmRestarts,
    "CyclicLR": CyclicLR,
    "ExponentialLR": optim.lr_scheduler.ExponentialLR,
    "LambdaLR": optim.lr_scheduler.LambdaLR,
    "LinearLR": optim.lr_scheduler.LinearLR,
    "MultiStepLR": optim.lr_scheduler.MultiStepLR,
    "MultiplicativeLR": optim.lr_scheduler.MultiplicativeLR,
    "OneCycleLR": OneCycleLR,
    "PolynomialLR": optim.lr_scheduler.PolynomialLR,
    "ReduceLROnPlateau": optim.lr_scheduler.ReduceLROnPlateau,
    "StepLR": optim.lr_scheduler.StepLR,
}


def scheduler_named(name, *default):
    """As ``getattr(torch.optim.lr_scheduler, name)``, for the names above; add MindSpore's counterpart of others there."""
    if name in _SCHEDULERS_BY_NAME:
        return _SCHEDULERS_BY_NAME[name]
    if default:
        return default[0]
    raise AttributeError(f"torch.optim.lr_scheduler.{name}: name its counterpart in _SCHEDULERS_BY_NAME")
