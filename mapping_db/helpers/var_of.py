# needs: var_mean

from mindspore import Tensor


def var_of(value, *args, **kwargs):
    """``value.var()`` where nothing but the run tells what ``value`` is: MindSpore's divides by ``n``, torch's by ``n - 1``."""
    return var_mean(value, *args, **kwargs)[0] if isinstance(value, Tensor) else value.var(*args, **kwargs)
