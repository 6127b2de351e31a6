# needs: set_data, torch_names
from collections import namedtuple

from mindspore import Parameter, nn

_Different = namedtuple("_Different", ["missing_keys", "unexpected_keys"])
_COUNTS = "num_batches_tracked"  # MindSpore's normalisations do not count


def load_weights(net, state_dict, strict=True):
    """As ``net.load_state_dict``, in place: an optimizer that has run once never sees Parameters whose data is replaced.

    The names may be torch's, as ``module_state_dict`` gives them, or MindSpore's.
    """
    own = net.state_dict()
    others = torch_names(net) if isinstance(net, nn.Cell) else {}
    keys = set(state_dict)
    unneeded = [name for name in _without_weights(net) if name in own and not {name, others.get(name)} & keys]
    if unneeded:  # torch's normalisation has none, and its state names none
        state_dict = {**state_dict, **{name: own[name] for name in unneeded}}
    if any(other in keys and name not in keys for name, other in others.items()):
        back = {other: name for name, other in others.items()}
        kept = [name for name in state_dict if name in own or not name.endswith(_COUNTS)]
        given = {back.get(name, name): state_dict[name] for name in kept}
        missing, unexpected = load_weights(net, given, strict)
        return _Different([others.get(name, name) for name in missing], [others.get(n, n) for n in unexpected])
    common = [name for name in own if name in state_dict]
    fits = all(own[name].shape == state_dict[name].shape for name in common)
    if not fits or strict and len(common) != max(len(own), len(state_dict)) or any(map(_loads_itself, net.cells())):
        return net.load_state_dict(state_dict, strict)
    for name in common:
        new = state_dict[name].astype(own[name].dtype)
        set_data(own[name], new if isinstance(own[name], Parameter) else new.copy())  # a buffer would share its memory
    return _Different([k for k in own if k not in state_dict], [k for k in state_dict if k not in own])


def _without_weights(net):
    """Weights that MindSpore's normalisations have without ``affine``, too."""
    if not isinstance(net, nn.Cell):
        return []
    cells = [(path, cell) for path, cell in net.cells_and_names() if getattr(cell, "affine", True) is False]
    return [f"{path}.{name}" if path else name for path, cell in cells for name in ("gamma", "beta")]


def _loads_itself(cell):
    hooks = getattr(cell, "_load_state_dict_pre_hooks", None) or getattr(cell, "_load_state_dict_post_hooks", None)
    changed = type(cell)._load_from_state_dict is not nn.Cell._load_from_state_dict
    return bool(hooks) or changed or any(map(_loads_itself, cell.cells()))
