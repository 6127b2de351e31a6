import mindspore as ms
import numpy as np
from mindspore import ops


def randint_from(generator, low, high, size, dtype=None):
    """As ``torch.randint``: the values that torch gives on a CPU for a generator of the same seed."""
    shape = (size,) if isinstance(size, int) else tuple(size)
    if generator is None:
        return ops.randint(low, high, shape).astype(dtype or ms.int64)
    drawn = generator.integers(int(low), int(high), int(np.prod(shape))).reshape(shape)
    return ms.Tensor(drawn).astype(dtype or ms.int64)
