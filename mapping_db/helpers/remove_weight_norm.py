from mindspore import Parameter, Tensor


def remove_weight_norm(module, name="weight"):
    """Makes the weight a parameter of its own again, as it is now."""
    hook = module.__dict__.pop(f"{name}_norm_hook", None)
    if hook is None:
        raise ValueError(f"weight_norm of '{name}' not found in {module}")
    hook.remove()
    value = module.__dict__.pop(name)
    for part in (f"{name}_g", f"{name}_v"):
        module._params.pop(part)
    module.insert_param_to_cell(name, Parameter(Tensor(value.asnumpy()), name=name))
    return module
