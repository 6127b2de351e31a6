import functools

from mindspore.graph.api import _pynative_executor


def record_kept(function):
    """The function, after which MindSpore goes on recording where it did before: what differentiates by itself ends that."""

    @functools.wraps(function)
    def kept(*args, **kwargs):
        before = _pynative_executor.grad_flag()
        try:
            return function(*args, **kwargs)
        finally:
            _pynative_executor.set_grad_flag(before)

    return kept
