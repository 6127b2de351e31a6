"""Slices with steps that can be derived on a CPU."""

from mindspore import Tensor, ops


class strided:
    """``strided(x)[:, ::2, 1::2]`` is ``x[:, ::2, 1::2]``: the kernel that derives steps between other axes fails on a CPU."""

    def __init__(self, x):
        self.x = x

    def __getitem__(self, index):
        if not isinstance(self.x, Tensor):
            return self.x[index]
        items = list(index) if isinstance(index, tuple) else [index]
        taken = sum(item is not None and item is not Ellipsis for item in items)
        x, axis, rest = self.x, 0, []
        for item in items:
            if item is Ellipsis:
                axis += self.x.ndim - taken
            elif isinstance(item, slice) and item.step not in (None, 1):
                x = ops.gather(x, Tensor(list(range(*item.indices(self.x.shape[axis])))), axis)
                item = slice(None)
            axis += item is not None and item is not Ellipsis
            rest.append(item)
        return x[tuple(rest)]

    def __setitem__(self, index, value):
        self.x[index] = value
