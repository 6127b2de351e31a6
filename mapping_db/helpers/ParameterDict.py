from collections import OrderedDict

from mindspore import Parameter, nn


class ParameterDict(nn.Cell):
    """Parameters by name."""

    def __init__(self, parameters=None):
        super().__init__()
        if parameters is not None:  # an heir's own ``update`` is not asked for nothing
            self.update(parameters)

    def update(self, parameters):
        if isinstance(parameters, dict) and not isinstance(parameters, OrderedDict):
            parameters = sorted(parameters.items())  # as torch does
        for name, value in parameters.items() if hasattr(parameters, "items") else parameters:
            self[name] = value

    def __getitem__(self, name):
        return self._params[name]

    def __setitem__(self, name, value):
        setattr(self, name, value if isinstance(value, Parameter) else Parameter(value))

    def __delitem__(self, name):
        del self._params[name]

    def __contains__(self, name):
        return name in self._params

    def __len__(self):
        return len(self._params)

    def __bool__(self):
        return len(self) > 0

    def __iter__(self):
        return iter(self._params)

    def keys(self):
        return self._params.keys()

    def values(self):
        return self._params.values()

    def items(self):
        return self._params.items()

    def get(self, name, default=None):
        return self._params.get(name, default)

    def pop(self, name):
        return self._params.pop(name)

    def clear(self):
        self._params.clear()
