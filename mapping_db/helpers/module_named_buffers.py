def module_named_buffers(module, prefix="", recurse=True, remove_duplicate=True):
    """Names and buffers of a Cell as torch has them: the running statistics too, which are frozen Parameters in MindSpore."""
    statistics = {"moving_mean": "running_mean", "moving_variance": "running_var"}
    statistics |= {name: name for name in ("running_mean", "running_var", "num_batches_tracked", "_u", "_v")}
    seen = set()
    for path, cell in module.cells_and_names(name_prefix=prefix) if recurse else [(prefix, module)]:
        path = path[: -len(".bn2d")] if path.endswith(".bn2d") else path
        frozen = {name: p for name, p in cell.parameters_and_names(expand=False) if not p.requires_grad}
        held = {statistics[name]: p for name, p in frozen.items() if name in statistics}
        held |= {name: p for name, p in frozen.items() if f"{name[:-2]}_orig" in cell._params}  # spectral norm's
        for name, buffer in {**held, **getattr(cell, "_buffers", {})}.items():
            if buffer is None or id(buffer) in seen:
                continue
            if remove_duplicate:
                seen.add(id(buffer))
            yield (f"{path}." if path else "") + name, buffer
