"""Lets einops take MindSpore's tensors."""

from einops._backends import AbstractBackend
from mindspore import Tensor, ops

# needs: einsum


class MindSporeBackend(AbstractBackend):
    """einops finds every subclass of its ``AbstractBackend`` by itself; there is nothing to call."""

    framework_name = "mindspore"

    def is_appropriate_type(self, tensor):
        return isinstance(tensor, Tensor)

    def from_numpy(self, x):
        return Tensor(x)

    def to_numpy(self, x):
        return x.asnumpy()

    def reshape(self, x, shape):
        return x.reshape(tuple(shape))

    def transpose(self, x, axes):
        return ops.transpose(x, tuple(axes))

    def reduce(self, x, operation, axes):
        axes = tuple(axes)
        if operation in ("min", "max"):
            return (ops.amin if operation == "min" else ops.amax)(x, axes)
        if operation in ("sum", "mean"):
            return getattr(ops, operation)(x, axes)
        for axis in sorted(axes, reverse=True):
            x = getattr(ops, operation)(x, axis)
        return x

    def stack_on_zeroth_dimension(self, tensors):
        return ops.stack(tensors, 0)

    def add_axis(self, x, new_position):
        return ops.expand_dims(x, new_position)

    def tile(self, x, repeats):
        if 0 in repeats or 0 in x.shape:  # of which Tile fails
            return ops.zeros(tuple(n * times for n, times in zip(x.shape, repeats)), x.dtype)
        return ops.tile(x, tuple(repeats))

    def concat(self, tensors, axis):
        return ops.cat(tuple(tensors), axis)

    def is_float_type(self, x):
        return x.is_floating_point()

    def einsum(self, pattern, *x):
        return einsum(pattern, *x)
