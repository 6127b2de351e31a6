"""What a learning rate scheduler knows, as plain values that can be saved."""

from types import FunctionType

from mindspore import Tensor


def scheduler_state(scheduler):
    """As ``scheduler.state_dict()``: every attribute but the optimizer; Parameters are given as their values.

    Functions are left out, of objects that are called for a rate there is what they hold; a scheduler within one is given by
    its own state.
    """

    def plain(value):
        if isinstance(value, Tensor):
            return value.asnumpy().item() if value.size == 1 else value.asnumpy().copy()
        if isinstance(value, (list, tuple)):
            return [plain(item) for item in value]
        if hasattr(value, "optimizer") and hasattr(value, "step"):
            return scheduler_state(value)
        return None if callable(value) else value

    def held(rate):
        return dict(vars(rate)) if not isinstance(rate, FunctionType) and hasattr(rate, "__dict__") else None

    return {
        name: [held(rate) for rate in value] if name == "lr_lambdas" else plain(value)
        for name, value in vars(scheduler).items()
        if name != "optimizer"
    }
