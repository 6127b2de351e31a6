"""The largest elements of windows of a volume, whose number is given."""

from mindspore import ops


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """As ``torch.nn.functional.adaptive_max_pool3d``: None keeps the size of an axis; with the positions if asked for."""
    sizes = output_size if isinstance(output_size, (tuple, list)) else (output_size,) * 3
    sizes = tuple(n if size is None else size for size, n in zip(sizes, input.shape[-3:]))
    if not return_indices:
        return ops.adaptive_max_pool3d(input, sizes)
    values, places = ops.adaptive_max_pool3d(input, sizes, True)
    return values, places.long()
