import numpy as np
from mindspore import Tensor


def image_normalize(tensor, mean, std, inplace=False):
    """Channels (the third axis from the end) less their mean, over their deviation: torchvision's ``normalize``."""
    mean, std = (np.asarray(v, np.float32).reshape(-1, 1, 1) for v in (mean, std))
    if isinstance(tensor, Tensor):
        return (tensor - Tensor(mean).astype(tensor.dtype)) / Tensor(std).astype(tensor.dtype)
    return (tensor - mean) / std
