from mindspore import nn


def parametrization_cells(module, name):
    """The Cell ``module.parametrizations.<name>``, where torch keeps what a parameter is made of."""
    if "parametrizations" not in module._cells:
        module.insert_child_to_cell("parametrizations", nn.Cell())
    holder = module.parametrizations
    if name not in holder._cells:
        holder.insert_child_to_cell(name, nn.Cell())
    return holder._cells[name]
