from mindspore import nn


def module_remove(cell, name):
    """Takes the Cell of that name out; a SequentialCell no longer runs it, which ``del`` forgets."""
    module, place = cell._cells[name], list(cell._cells).index(name)
    delattr(cell, name)
    if isinstance(cell, nn.SequentialCell):
        del cell._is_dynamic_name[place : place + 1]
        cell.cell_list = tuple(cell._cells.values())
    return module
