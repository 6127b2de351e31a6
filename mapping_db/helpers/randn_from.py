import mindspore as ms
import numpy as np
from mindspore import ops


def randn_from(generator, *size, dtype=None):
    """As ``torch.randn``: the values that torch gives on a CPU for a generator of the same seed, but for rounding."""
    shape = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else tuple(int(n) for n in size)
    if generator is None:
        return ops.randn(*shape, dtype=dtype)
    drawn = generator.normal(int(np.prod(shape)), dtype == ms.float64).reshape(shape)
    return ms.Tensor(drawn).astype(dtype or ms.float32)
