"""Elements of a source gathered into a tensor by sum, product, mean, largest or smallest."""

import numpy as np
from mindspore import ops


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """As ``torch.scatter_reduce``; ``include_self`` says whether what stands in ``input`` takes part."""
    if not input.ndim:
        parts = (input.reshape(1), 0, index.reshape(-1), src.reshape(-1))
        return scatter_reduce(*parts, reduce, include_self=include_self).reshape(())
    places = list(ops.meshgrid(*(ops.arange(size) for size in index.shape), indexing="ij"))
    places[dim] = index.long()
    places = ops.stack(places, -1)
    src = src[tuple(slice(0, size) for size in index.shape)]
    change = {
        "sum": ops.tensor_scatter_add,
        "mean": ops.tensor_scatter_add,
        "prod": ops.tensor_scatter_mul,
        "amax": ops.tensor_scatter_max,
        "amin": ops.tensor_scatter_min,
    }[reduce]
    start = input
    if not include_self:
        largest = float(np.finfo(np.float32).max) if input.is_floating_point() else 2**31 - 1
        nothing = {"prod": 1, "amax": -largest, "amin": largest}.get(reduce, 0)
        start = ops.tensor_scatter_update(input, places, ops.full_like(src, nothing))
    out = change(start, places, src)
    if reduce != "mean":
        return out
    count = ops.ones_like(input)
    if not include_self:
        count = ops.tensor_scatter_update(count, places, ops.zeros_like(src))
    count = ops.tensor_scatter_add(count, places, ops.ones_like(src))
    count = ops.maximum(count, ops.ones_like(count))
    return out / count if input.is_floating_point() else ops.floor_divide(out, count)
