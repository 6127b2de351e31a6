import numpy as np
from mindspore import Tensor


def default_convert(data):
    """NumPy arrays inside ``data`` become tensors."""
    if isinstance(data, (np.ndarray, np.generic)) and data.dtype.kind in "biuf":
        return Tensor(np.asarray(data))
    if isinstance(data, dict):
        return type(data)({key: default_convert(value) for key, value in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(value) for value in data))
    if isinstance(data, (list, tuple)):
        return type(data)(default_convert(value) for value in data)
    return data
