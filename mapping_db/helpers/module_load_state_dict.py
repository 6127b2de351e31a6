from collections import namedtuple

_Keys = namedtuple("_Keys", ["missing_keys", "unexpected_keys"])


def module_load_state_dict(module, state_dict, strict=True):
    """As torch's ``load_state_dict``: an optimizer that has run before still changes the parameters, which it does no more after
    ``Cell.load_state_dict``."""
    own = module.state_dict()
    if own.keys() != state_dict.keys() or any(own[name].shape != value.shape for name, value in state_dict.items()):
        return module.load_state_dict(state_dict, strict)
    for name, value in state_dict.items():
        own[name].copy_(value)
    return _Keys([], [])
