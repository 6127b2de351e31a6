# needs: module_named_parameters, module_named_buffers
from mindspore import Parameter, ops


def stack_module_state(models):
    """Parameters and buffers of several networks of one form, each stacked along a new first axis, by torch's names."""
    every = [dict(module_named_parameters(one)) for one in models]
    held = [dict(module_named_buffers(one)) for one in models]
    stacked = {name: ops.stop_gradient(ops.stack([one[name] for one in every])) for name in every[0]}
    params = {
        name: Parameter(value, name=name, requires_grad=every[0][name].requires_grad) for name, value in stacked.items()
    }
    return params, {name: ops.stop_gradient(ops.stack([one[name] for one in held])) for name in held[0]}
