def recompute_weight(module, name, compute, hook=None):
    """Before each run of a Cell, its ``name`` becomes what ``compute`` makes of the Cell's other parameters."""

    def renew(cell, inputs):
        cell.__dict__[name] = compute(cell)

    module._params.pop(name, None)
    module.__dict__[name] = compute(module)
    module.__dict__[hook or f"{name}_hook"] = module.register_forward_pre_hook(renew)
