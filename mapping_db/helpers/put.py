"""Elements set at positions of the flattened tensor."""

from mindspore import ops


def put(input, index, source, accumulate=False):
    """As ``torch.put``: ``source`` is written, or added, at ``index`` of the tensor taken as a row of elements."""
    flat = input.reshape(-1)
    how = "add" if accumulate else "none"
    out = ops.tensor_scatter_elements(flat, index.reshape(-1) % flat.shape[0], source.reshape(-1), 0, how)
    return out.reshape(input.shape)
