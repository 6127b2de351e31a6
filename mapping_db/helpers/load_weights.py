# needs: set_data
from collections import namedtuple

from mindspore import nn

_Different = namedtuple("_Different", ["missing_keys", "unexpected_keys"])


def load_weights(net, state_dict, strict=True):
    """As ``net.load_state_dict``, in place: an optimizer that has run once never sees Parameters whose data is replaced."""
    own = net.state_dict()
    common = [name for name in own if name in state_dict]
    fits = all(own[name].shape == state_dict[name].shape for name in common)
    if not fits or strict and len(common) != max(len(own), len(state_dict)) or any(map(_loads_itself, net.cells())):
        return net.load_state_dict(state_dict, strict)
    for name in common:
        set_data(own[name], state_dict[name].astype(own[name].dtype))
    return _Different([k for k in own if k not in state_dict], [k for k in state_dict if k not in own])


def _loads_itself(cell):
    hooks = getattr(cell, "_load_state_dict_pre_hooks", None) or getattr(cell, "_load_state_dict_post_hooks", None)
    changed = type(cell)._load_from_state_dict is not nn.Cell._load_from_state_dict
    return bool(hooks) or changed or any(map(_loads_itself, cell.cells()))
