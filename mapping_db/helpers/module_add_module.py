import re

from mindspore import nn


def module_add_module(module, name, child):
    """Adds a Cell under a name; in a SequentialCell it also runs, which ``insert_child_to_cell`` forgets.

    What MindSpore takes in no name becomes an underscore.
    """
    setattr(module, re.sub(r"[^0-9a-zA-Z_.\-]", "_", name), child)
    if isinstance(module, nn.SequentialCell):
        module.cell_list = tuple(module._cells.values())
