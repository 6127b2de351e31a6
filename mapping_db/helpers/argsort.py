# needs: sort
"""The positions that sort a tensor, as int64."""


def argsort(input, dim=-1, descending=False, stable=False):
    """As ``torch.argsort``; ``ops.argsort`` gives int32 indices and wants an axis."""
    return sort(input, dim, descending)[1]
