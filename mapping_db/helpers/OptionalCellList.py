from mindspore import nn


class OptionalCellList(nn.Cell):
    """Cells by their position, some of which may be None: ``nn.CellList`` takes Cells only."""

    def __init__(self, modules=None):
        super().__init__()
        self.length = 0
        self.extend(modules or [])

    def append(self, module):
        self.length += 1
        self[-1] = module
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def __getitem__(self, index):
        if isinstance(index, slice):
            part = OptionalCellList()
            part._auto_prefix = False  # its parameters keep the names that they have
            return part.extend(list(self)[index])
        return self._cells.get(self._name(index))

    def __setitem__(self, index, module):
        name = self._name(index)
        self._cells.pop(name, None)
        if module is not None:
            setattr(self, name, module)

    def __len__(self):
        return self.length

    def __iter__(self):
        return iter([self[index] for index in range(self.length)])

    def _name(self, index):
        if not -self.length <= index < self.length:
            raise IndexError(f"index {index} is out of range")
        return str(index % self.length)
