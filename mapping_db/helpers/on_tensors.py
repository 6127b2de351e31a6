import numpy as np
from mindspore import Tensor


def on_tensors(function):
    """A transform that gives ``function`` a tensor and makes an array of what it returns, as other transforms do."""

    def transform(item):
        made = function(Tensor(item) if isinstance(item, np.ndarray) else item)
        return made.asnumpy() if isinstance(made, Tensor) else made

    return transform
