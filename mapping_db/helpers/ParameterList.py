from mindspore import Parameter, Tensor, nn


class ParameterList(nn.Cell):
    """Parameters by their position, and what else is kept among them, such as None."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        self.extend(values or [])

    def append(self, value):
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        for value in values:
            self.append(value)
        return self

    def __getitem__(self, index):
        return list(self)[index]

    def __setitem__(self, index, value):
        name = str(range(self._size)[index])
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        if name in self.__dict__:
            delattr(self, name)
        setattr(self, name, value)

    def __len__(self):
        return self._size

    def __bool__(self):
        return len(self) > 0

    def __iter__(self):
        return iter([getattr(self, str(index)) for index in range(self._size)])
