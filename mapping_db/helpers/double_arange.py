"""Numbers of float64 at equal distances."""

import mindspore as ms
import numpy as np


def double_arange(start, end=None, step=1, *, dtype=None, device=None, layout=None, requires_grad=False):
    """As ``torch.arange`` with float64: MindSpore's takes the distance as a float32 number."""
    if end is None:
        start, end = 0, start
    start, end, step = (one.item() if isinstance(one, ms.Tensor) else one for one in (start, end, step))
    count = max(0, int(np.ceil((end - start) / step)))
    found = ms.Tensor(start + step * np.arange(count, dtype=np.float64))
    return ms.Parameter(found) if requires_grad else found
