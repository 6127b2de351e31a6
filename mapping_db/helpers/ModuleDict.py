from mindspore import nn


class ModuleDict(nn.Cell):
    """Cells by name, as items and as attributes; ``nn.CellDict`` holds no lists or sequences of cells."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:  # an heir's own ``update`` is not asked for nothing
            self.update(modules)

    def update(self, cells):
        for name, cell in cells.items() if hasattr(cells, "items") else cells:
            self[name] = cell

    def __getitem__(self, name):
        return self._cells[name]

    def __setitem__(self, name, module):
        setattr(self, name, module)

    def __delitem__(self, name):
        del self._cells[name]

    def __contains__(self, name):
        return name in self._cells

    def __len__(self):
        return len(self._cells)

    def __bool__(self):
        return len(self) > 0

    def __iter__(self):
        return iter(self._cells)

    def keys(self):
        return self._cells.keys()

    def values(self):
        return self._cells.values()

    def items(self):
        return self._cells.items()

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def clear(self):
        self._cells.clear()
