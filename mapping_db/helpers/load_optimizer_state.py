# needs: kept_by_optimizer, set_data
from mindspore import Parameter, Tensor, nn, ops


def load_optimizer_state(optimizer, state_dict):
    """As ``optimizer.load_state_dict(state_dict)``, for what ``optimizer_state`` gives."""
    if isinstance(optimizer, super):  # an own optimizer's ``load_state_dict`` asks for the inherited one
        optimizer = optimizer.__self__
    if not isinstance(optimizer, nn.Cell):
        optimizer.load_state_dict(state_dict)
        return
    groups, parameters = state_dict.get("param_groups", ()), list(optimizer.parameters)
    own = kept_by_optimizer(optimizer)
    if lacking := sorted(set(own) - set(state_dict)):
        raise ValueError(f"the optimizer keeps what the state lacks: {', '.join(lacking[:5])}")
    for name, kept in own.items():
        set_data(kept, Tensor(state_dict[name]).astype(kept.dtype))
    for group, saved in zip(optimizer.param_groups, groups):
        for name, value in saved.items():
            if isinstance(group.get(name), Parameter):
                ops.assign(group[name], value)
            elif name != "params":
                group[name] = value
    for number, kept in state_dict.get("state", {}).items():
        of = parameters[number] if isinstance(number, int) else number
        optimizer.state[of] = {name: one.copy() if isinstance(one, Tensor) else one for name, one in kept.items()}
