# needs: tree_leaves, tree_unflatten, tree_map
from mindspore import Tensor, ops


def func_vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """As ``torch.vmap``, one item after the other: of functions that MindSpore's ``vmap``, which compiles them, does not take."""

    def mapped(*args, **kwargs):
        dims = in_dims if isinstance(in_dims, (tuple, list)) else (in_dims,) * len(args)
        axes = [_axes(arg, dim) for arg, dim in zip(args, dims)]
        named = _axes(kwargs, 0)
        pairs = zip(tree_leaves([args, kwargs]), tree_leaves([axes, named]))
        counts = {leaf.shape[axis] for leaf, axis in pairs if axis != "whole"}
        if len(counts) != 1:
            raise ValueError(f"vmap: the axes to go along must have one size, not {sorted(counts)}")
        items = []
        for i in range(counts.pop()):
            given = [tree_map(lambda leaf, axis, i=i: _item(leaf, axis, i), arg, axis) for arg, axis in zip(args, axes)]
            items.append(func(*given, **tree_map(lambda leaf, axis, i=i: _item(leaf, axis, i), kwargs, named)))
        columns = zip(*(tree_leaves(item) for item in items))
        ends = tree_leaves(_axes(items[0], out_dims))
        return tree_unflatten([ops.stack(list(column), axis=end) for column, end in zip(columns, ends)], items[0])

    return mapped


def _axes(value, dim):
    """The axis of each leaf; ``"whole"`` for what every item gets as it is."""
    if isinstance(value, dict):
        return {key: _axes(one, dim[key] if isinstance(dim, dict) else dim) for key, one in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        dims = dim if isinstance(dim, tuple) else (dim,) * len(value)
        return type(value)(*map(_axes, value, dims))
    if isinstance(value, (list, tuple)):
        dims = dim if isinstance(dim, (list, tuple)) else (dim,) * len(value)
        return type(value)(map(_axes, value, dims))
    return "whole" if dim is None or not isinstance(value, Tensor) else dim


def _item(leaf, axis, i):
    # By an index: the gradient of ``select`` is lost where MindSpore gives several of one Parameter to its layers.
    return leaf if isinstance(axis, str) else leaf[(slice(None),) * (axis % leaf.ndim) + (i,)]
