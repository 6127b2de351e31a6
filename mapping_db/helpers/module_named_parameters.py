# needs: recurrent_order
from mindspore import nn
from mindspore.experimental.optim import Optimizer


def module_named_parameters(module, prefix="", recurse=True, remove_duplicate=True):
    """Names and parameters of a Cell as torch has them: ``norm.weight`` for ``norm.gamma``, no running statistics, and
    nothing of an optimizer that is kept in the Cell.
    """
    renamed = {nn.Embedding: {"embedding_table": "weight"}, nn.PReLU: {"w": "weight"}}
    statistics = ("moving_mean", "moving_variance", "running_mean", "running_var", "num_batches_tracked", "_u", "_v")
    seen = set()
    for path, cell in module.cells_and_names(name_prefix=prefix) if recurse else [(prefix, module)]:
        if isinstance(cell, (Optimizer, nn.Optimizer)) and cell is not module:
            continue
        normalizes = isinstance(cell, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.LayerNorm, nn.GroupNorm))
        names = {"gamma": "weight", "beta": "bias"} if normalizes else {}
        absent = tuple(names) if getattr(cell, "affine", True) is False else ()
        for kind, other in renamed.items():
            names = other if isinstance(cell, kind) else names
        for name, parameter in recurrent_order(cell, cell.parameters_and_names(expand=False)):
            if (
                (name in statistics or f"{name[:-2]}_orig" in cell._params)
                and not parameter.requires_grad
                or name in absent
                or id(parameter) in seen
            ):
                continue
            if remove_duplicate:
                seen.add(id(parameter))
            path = path[: -len(".bn2d")] if path.endswith(".bn2d") else path
            yield (f"{path}." if path else "") + names.get(name, name), parameter
