def module_get_submodule(module, target):
    """The Cell at a dotted path below ``module``."""
    for name in target.split(".") if target else ():
        cells = module._cells
        if name not in cells:
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        module = cells[name]
    return module
