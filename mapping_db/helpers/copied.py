from mindspore import Tensor


def copied(value):
    """``value.clone()`` where nothing but the run tells what ``value`` is: ``Tensor.clone`` has no kernel on a CPU."""
    return value.copy() if isinstance(value, Tensor) else value.clone()
