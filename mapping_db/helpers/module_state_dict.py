# needs: torch_names, recurrent_order
"""The state of a Cell under the names that torch has for it."""

from collections import OrderedDict
from itertools import groupby

from mindspore import nn


class _State(OrderedDict):
    """Torch's names; what is looked up, or set, by a name of MindSpore's is found as well."""

    def _own(self, name):
        return name if OrderedDict.__contains__(self, name) else self.__dict__.get("others", {}).get(name, name)

    def __contains__(self, name):
        return OrderedDict.__contains__(self, self._own(name))

    def __getitem__(self, name):
        return OrderedDict.__getitem__(self, self._own(name))

    def __setitem__(self, name, value):
        OrderedDict.__setitem__(self, self._own(name), value)

    def __delitem__(self, name):
        OrderedDict.__delitem__(self, self._own(name))

    def get(self, name, default=None):
        return OrderedDict.get(self, self._own(name), default)

    def pop(self, name, *default):
        return OrderedDict.pop(self, self._own(name), *default)

    def copy(self):
        state = _State()
        state.others = self.others
        state.update(self)
        return state


def module_state_dict(module):
    """As ``module.state_dict()``: ``norm.weight`` and ``norm.running_mean`` for ``norm.gamma`` and ``norm.moving_mean``."""
    held = module.state_dict()
    if not isinstance(module, nn.Cell):
        return held
    names = torch_names(module)
    order = ("weight", "bias", "running_mean", "running_var")
    absent = {cell for _, cell in module.cells_and_names() if getattr(cell, "affine", True) is False}
    absent = {id(parameter) for cell in absent for name, parameter in cell._params.items() if name in ("gamma", "beta")}
    state, waiting = _State(), {}
    state.others = {name: other for name, other in names.items() if name != other}
    for name, tensor in _in_order(module, held):
        if id(tensor) in absent:
            continue  # torch's have no weights without ``affine``
        layer, _, last = names.get(name, name).rpartition(".")
        if name in state.others and last in order:
            waiting.setdefault(layer, []).append((order.index(last), last, tensor))
            continue
        for one in [one for one in waiting if one != layer]:
            _place(state, one, waiting.pop(one))
        state[name] = tensor
    for layer, parts in waiting.items():
        _place(state, layer, parts)
    return state


def _in_order(module, held):
    cells = dict(module.cells_and_names())
    for layer, entries in groupby(held.items(), key=lambda entry: entry[0].rpartition(".")[0]):
        yield from recurrent_order(cells.get(layer), entries)


def _place(state, layer, parts):
    for _, last, tensor in sorted(parts, key=lambda part: part[0]):
        state[f"{layer}.{last}" if layer else last] = tensor
