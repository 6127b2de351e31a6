# needs: name_by_place, set_attribute
import re

from mindspore import nn


def module_add_module(cell, name, module):
    """Adds a Cell under a name; in a SequentialCell it also runs, which ``insert_child_to_cell`` forgets.

    What MindSpore takes in no name becomes an underscore.
    """
    name = re.sub(r"[^0-9a-zA-Z_.\-]", "_", name)
    cells = getattr(cell, "_cells", {})
    replaced = name in cells
    set_attribute(cell, name, module)
    if replaced and name in cells:
        name_by_place(cell, name)
    if isinstance(cell, nn.SequentialCell):
        cell.cell_list = tuple(cell._cells.values())
        cell._is_dynamic_name += [False] * (len(cell._cells) - len(cell._is_dynamic_name))
