from mindspore import nn


def module_remove(cell, name):
    """Takes the Cell of that name out; a SequentialCell no longer runs it, which ``del`` forgets."""
    module = cell._cells[name]
    delattr(cell, name)
    if isinstance(cell, nn.SequentialCell):
        cell.cell_list = tuple(cell._cells.values())
    return module
