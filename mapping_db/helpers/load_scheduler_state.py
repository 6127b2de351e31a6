# needs: set_data
"""A learning rate scheduler goes on where another stopped."""

from mindspore import Parameter, Tensor


def load_scheduler_state(scheduler, state_dict):
    """As ``scheduler.load_state_dict(state_dict)``, for what ``scheduler_state`` gives.

    Parameters, functions and the schedulers within one stay, and take the values. The optimizer's rates are left to the
    optimizer's state, as in torch.
    """
    rates = {id(rate) for rate in getattr(getattr(scheduler, "optimizer", None), "lrs", ())}

    def taken(old, new):
        if id(old) in rates:
            return old
        if isinstance(old, Parameter):
            set_data(old, Tensor(new, old.dtype))
            return old
        if isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)) and len(old) == len(new):
            return type(old)(taken(a, b) for a, b in zip(old, new))
        if isinstance(new, dict) and hasattr(old, "optimizer") and hasattr(old, "step"):
            load_scheduler_state(old, new)
            return old
        if callable(old):
            if new:
                vars(old).update(new)
            return old
        return Tensor(new, old.dtype) if isinstance(old, Tensor) else new

    for name, value in state_dict.items():
        setattr(scheduler, name, taken(getattr(scheduler, name, None), value))
