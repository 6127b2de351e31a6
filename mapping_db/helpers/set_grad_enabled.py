"""Whether what is computed is recorded for differentiation."""

import functools

from mindspore.common.api import _pynative_executor


class set_grad_enabled:
    """As torch's: holds from the call on, as a context until its end, as a decorator while the function runs."""

    def __init__(self, mode):
        self.mode = bool(mode)
        self.before = _pynative_executor.enable_grad()
        _pynative_executor.set_enable_grad(self.mode)

    def __enter__(self):
        return None

    def __exit__(self, *error):
        _pynative_executor.set_enable_grad(self.before)
        return False

    def __call__(self, function):
        _pynative_executor.set_enable_grad(self.before)

        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with set_grad_enabled(self.mode):
                return function(*args, **kwargs)

        return wrapped
