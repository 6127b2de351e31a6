# needs: with_own_names
import inspect

from mindspore import Parameter, ParameterTuple, nn


def add_parameters(optimizer, param_group):
    """As ``optimizer.add_param_group(param_group)``: what the optimizer keeps for its parameters is there for the new ones, too.

    A new parameter's steps are counted from now on.
    """
    if not isinstance(optimizer, nn.Cell):
        return optimizer.add_param_group(param_group)
    known, memory = len(optimizer.parameters), vars(optimizer)
    slots = [
        name
        for name, held in memory.items()
        if isinstance(held, (list, tuple))
        and known
        and len(held) == known
        and name not in ("parameters", "lrs", "param_groups")
        and all(isinstance(one, Parameter) for one in held)
    ]
    given = param_group["params"]
    given = {**param_group, "params": [given] if isinstance(given, Parameter) else list(given)}
    with_own_names([*optimizer.parameters, *given["params"]])
    optimizer.add_param_group(dict(given))
    optimizer.parameters = ParameterTuple(optimizer.parameters)
    if not slots:
        return None
    taken = inspect.signature(type(optimizer).__init__).parameters
    settings = {name: value for name, value in optimizer.defaults.items() if name in taken}
    fresh = type(optimizer)([given], **settings)
    own = optimizer.param_groups[-1]
    own.update({name: value for name, value in fresh.param_groups[0].items() if name not in ("params", "lr")})
    for name in slots:
        held = (*getattr(optimizer, name), *getattr(fresh, name))
        setattr(
            optimizer, name, ParameterTuple(held) if isinstance(getattr(fresh, name), ParameterTuple) else list(held)
        )
    counter = getattr(optimizer, "state_step", None)
    counter = getattr(optimizer, "step_t", None) if counter is None else counter
    counted = 0 if counter is None else int(counter.asnumpy())
    if counted:
        before = memory.get("steps_of", [counted] * known)
        object.__setattr__(optimizer, "steps_of", [*before, *[0] * len(given["params"])])
    return None
