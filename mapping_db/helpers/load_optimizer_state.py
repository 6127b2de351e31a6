# needs: kept_by_optimizer, set_data
from mindspore import Tensor, nn


def load_optimizer_state(optimizer, state_dict):
    """As ``optimizer.load_state_dict(state_dict)``, for what ``optimizer_state`` gives."""
    if not isinstance(optimizer, nn.Cell):
        optimizer.load_state_dict(state_dict)
        return
    own = kept_by_optimizer(optimizer)
    if lacking := sorted(set(own) - set(state_dict)):
        raise ValueError(f"the optimizer keeps what the state lacks: {', '.join(lacking[:5])}")
    for name, kept in own.items():
        set_data(kept, Tensor(state_dict[name]).astype(kept.dtype))
