# needs: LBFGS, TorchAdagrad, TorchAdam, TorchAdamW, TorchRMSprop, TorchSGD
"""What stands for an optimizer of torch's that is chosen by its name."""

from mindspore.experimental import optim

_OPTIMIZERS_BY_NAME = {
    "ASGD": optim.ASGD,
    "Adadelta": optim.Adadelta,
    "Adagrad": TorchAdagrad,
    "Adam": TorchAdam,
    "AdamW": TorchAdamW,
    "Adamax": optim.Adamax,
    "LBFGS": LBFGS,
    "NAdam": optim.NAdam,
    "RAdam": optim.RAdam,
    "RMSprop": TorchRMSprop,
    "Rprop": optim.Rprop,
    "SGD": TorchSGD,
}


def optimizer_named(name, *default):
    """As ``getattr(torch.optim, name)``, for the names above; add MindSpore's counterpart of others there."""
    if name in _OPTIMIZERS_BY_NAME:
        return _OPTIMIZERS_BY_NAME[name]
    if default:
        return default[0]
    raise AttributeError(f"torch.optim.{name}: name its counterpart in _OPTIMIZERS_BY_NAME")
