"""Two tensors multiplied and summed over pairs of axes."""

from mindspore import ops


def tensordot(a, b, dims=2, out=None):
    """As ``torch.tensordot``: ``dims`` is a number of axes, or the axes of each."""
    if isinstance(dims, int):
        ours, theirs = list(range(a.ndim - dims, a.ndim)), list(range(dims))
    else:
        ours, theirs = ([axis % x.ndim for axis in axes] for axes, x in zip(dims, (a, b)))
    for axis, other in zip(ours, theirs):  # an axis of size 1 stands for any size
        if a.shape[axis] != b.shape[other] == 1:
            a = a.sum(axis, keepdims=True)
        elif a.shape[axis] != b.shape[other]:
            b = b.sum(other, keepdims=True)
    kept = [axis for axis in range(a.ndim) if axis not in ours]
    others = [axis for axis in range(b.ndim) if axis not in theirs]
    size = 1
    for axis in ours:
        size *= a.shape[axis]
    left = ops.permute(a, (*kept, *ours)).reshape(-1, size) if a.ndim else a.reshape(1, 1)
    right = ops.permute(b, (*theirs, *others)).reshape(size, -1) if b.ndim else b.reshape(1, 1)
    shape = [a.shape[axis] for axis in kept] + [b.shape[axis] for axis in others]
    return ops.matmul(left, right).reshape(shape)
