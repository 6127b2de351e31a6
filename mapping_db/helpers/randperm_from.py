import mindspore as ms
from mindspore import ops


def randperm_from(generator, n, dtype=None):
    """As ``torch.randperm``: the order that torch gives on a CPU for a generator of the same seed."""
    if generator is None:
        return ops.randperm(n).astype(dtype or ms.int64)
    return ms.Tensor(generator.permutation(int(n))).astype(dtype or ms.int64)
