def with_own_names(params):
    """Parameters of several networks, or groups of them: what shares a name gets a new one, as MindSpore's optimizers demand."""
    params, taken = list(params), {}
    for group in params:
        if isinstance(group, dict):
            group["params"] = list(group["params"])
        for parameter in group["params"] if isinstance(group, dict) else [group]:
            name, number = parameter.name, 2
            while taken.get(parameter.name, parameter) is not parameter:
                parameter.name = f"{number}.{name}"
                number += 1
            taken[parameter.name] = parameter
    return params
