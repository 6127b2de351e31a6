# needs: kept_by_optimizer
from mindspore import nn


def optimizer_state(optimizer):
    """As ``optimizer.state_dict()``: what it keeps for the parameters, such as momentum, and the learning rates; no weights."""
    if not isinstance(optimizer, nn.Cell):
        return optimizer.state_dict()
    return {name: kept.value().copy() for name, kept in kept_by_optimizer(optimizer).items()}
