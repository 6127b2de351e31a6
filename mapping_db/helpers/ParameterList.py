from mindspore import Parameter, nn


class ParameterList(nn.Cell):
    """Parameters by their position."""

    def __init__(self, values=None):
        super().__init__()
        self.extend(values or [])

    def append(self, value):
        setattr(self, str(len(self)), value if isinstance(value, Parameter) else Parameter(value))
        return self

    def extend(self, values):
        for value in values:
            self.append(value)
        return self

    def __getitem__(self, index):
        values = list(self._params.values())
        return values[index]

    def __setitem__(self, index, value):
        setattr(self, str(index % len(self)), value)

    def __len__(self):
        return len(self._params)

    def __bool__(self):
        return len(self) > 0

    def __iter__(self):
        return iter(list(self._params.values()))
