"""Elements set, or added to, at positions that index tensors give."""

import numpy as np
from mindspore import ops


def index_put(input, indices, values, accumulate=False):
    """As ``torch.index_put``; a boolean mask stands for the positions where it is true."""
    positions = []
    for index in indices:
        if str(index.dtype) == "Bool":
            positions += [part.squeeze(-1) for part in ops.nonzero(index).split(1, -1)]
        else:
            positions.append(index)
    shape = np.broadcast_shapes(*(index.shape for index in positions))
    places = [ops.broadcast_to(index % size, shape) for index, size in zip(positions, input.shape)]
    places = ops.stack(places, -1)
    values = ops.broadcast_to(values.to(input.dtype), shape + tuple(input.shape[len(positions) :]))
    change = ops.tensor_scatter_add if accumulate else ops.tensor_scatter_update
    return change(input, places, values)
