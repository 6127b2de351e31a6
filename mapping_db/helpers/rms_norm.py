"""Division by the root of the mean square of the last axes."""

import mindspore as ms
import numpy as np
from mindspore import ops


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """As ``torch.nn.functional.rms_norm``."""
    count = 1 if isinstance(normalized_shape, int) else len(normalized_shape)
    if eps is None:
        eps = float(np.finfo(ms.dtype_to_nptype(input.dtype)).eps)
    out = input * ops.rsqrt((input * input).mean(tuple(range(-count, 0)), True) + eps)
    return out if weight is None else out * weight
