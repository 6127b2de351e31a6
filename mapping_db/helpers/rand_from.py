import mindspore as ms
import numpy as np
from mindspore import ops


def rand_from(generator, *size, dtype=None):
    """As ``torch.rand``: the values that torch gives on a CPU for a generator of the same seed."""
    shape = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else tuple(int(n) for n in size)
    if generator is None:
        return ops.rand(*shape, dtype=dtype)
    drawn = generator.uniform(int(np.prod(shape)), dtype == ms.float64).reshape(shape)
    return ms.Tensor(drawn).astype(dtype or ms.float32)
