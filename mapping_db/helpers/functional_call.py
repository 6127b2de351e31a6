# needs: torch_names
from collections.abc import Mapping

from mindspore import nn


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Calls a Cell with other tensors in the places of its parameters and buffers, which it has again afterwards.

    Names are torch's. Gradients reach the tensors that are given. ``KeyError``: with ``strict``, a name that is missing or
    unknown. ``NotImplementedError``: weights of a recurrent layer, which keeps them in lists of its own.
    """
    dicts = parameter_and_buffer_dicts
    given = {name: value for part in ([dicts] if isinstance(dicts, Mapping) else dicts) for name, value in part.items()}
    renamed = torch_names(module)
    places = {}
    for path, cell in module.cells_and_names():
        if not cell._is_check_and_refresh:  # what else the first call does, and for Parameters alone
            cell._init_check()
            cell._self_check()
        for held in (cell._params, cell._buffers):
            for name in held:
                own = f"{path}.{name}" if path else name
                places[renamed.get(own, own)] = cell, held, name
    if strict and given.keys() != places.keys():
        raise KeyError(f"missing: {sorted(places.keys() - given)}; unknown: {sorted(given.keys() - places)}")
    instead = {id(places[name][1][places[name][2]]): value for name, value in given.items() if name in places}
    before = []
    try:
        for name, (cell, held, own) in places.items():
            old = held[own]
            if name not in given and not (tie_weights and id(old) in instead):
                continue
            if isinstance(cell, (nn.RNN, nn.GRU, nn.LSTM)):
                raise NotImplementedError(f"{name}: a recurrent layer cannot be called with other weights")
            before.append((held, own, old))
            held[own] = given[name] if name in given else instead[id(old)]
        return module(*(args if isinstance(args, tuple) else () if args is None else (args,)), **(kwargs or {}))
    finally:
        for held, own, old in before:
            held[own] = old
