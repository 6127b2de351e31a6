from mindspore.common.api import _pynative_executor


def is_grad_enabled():
    """Whether what is computed is recorded for differentiation: everywhere but in blocks that switch it off."""
    return _pynative_executor.enable_grad()
