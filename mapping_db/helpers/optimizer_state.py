# needs: kept_by_optimizer
from mindspore import Tensor, nn


def optimizer_state(optimizer):
    """As ``optimizer.state_dict()``: what it keeps for the parameters, such as momentum, and the settings; no weights.

    ``"state"`` is what an optimizer of one's own keeps in its ``state``, by the parameters' numbers.
    """
    if isinstance(optimizer, super):  # an own optimizer's ``state_dict`` asks for the inherited one
        optimizer = optimizer.__self__
    if not isinstance(optimizer, nn.Cell):
        return optimizer.state_dict()
    numbers = {id(parameter): number for number, parameter in enumerate(optimizer.parameters)}

    def plain(value):
        return value.value().copy() if isinstance(value, Tensor) else value

    def settings(group):
        held = {
            name: float(value) if name == "lr" else plain(value) for name, value in group.items() if name != "params"
        }
        return held | {"params": [numbers[id(parameter)] for parameter in group["params"]]}

    state = {
        numbers.get(id(of), of): {name: plain(one) for name, one in kept.items()}
        for of, kept in optimizer.state.items()
    }
    groups = [settings(group) for group in optimizer.param_groups]
    kept = {name: kept.value().copy() for name, kept in kept_by_optimizer(optimizer).items()}
    return {"state": state, "param_groups": groups, **kept}
