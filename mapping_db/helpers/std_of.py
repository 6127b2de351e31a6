# needs: std

from mindspore import Tensor


def std_of(value, *args, **kwargs):
    """``value.std()`` where nothing but the run tells what ``value`` is: MindSpore's divides by ``n``, torch's by ``n - 1``."""
    return std(value, *args, **kwargs) if isinstance(value, Tensor) else value.std(*args, **kwargs)
