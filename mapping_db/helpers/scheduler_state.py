"""What a learning rate scheduler knows, as plain values that can be saved."""

from mindspore import Tensor


def scheduler_state(scheduler):
    """As ``scheduler.state_dict()``: every attribute but the optimizer; Parameters are given as their values."""

    def plain(value):
        if isinstance(value, Tensor):
            return value.asnumpy().item() if value.size == 1 else value.asnumpy().copy()
        return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value

    return {name: plain(value) for name, value in vars(scheduler).items() if name != "optimizer"}
