"""The largest elements of windows whose number is given."""

from mindspore import ops


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """As ``torch.nn.functional.adaptive_max_pool1d``, with the positions where asked for."""
    size = output_size[0] if isinstance(output_size, (list, tuple)) else output_size
    length = input.shape[-1]
    firsts = [i * length // size for i in range(size)]
    windows = [input[..., first : -(-(i + 1) * length // size)] for i, first in enumerate(firsts)]
    values = ops.stack([ops.amax(window, -1) for window in windows], -1)
    if not return_indices:
        return values
    places = [ops.argmax(window, -1) + first for window, first in zip(windows, firsts)]
    return values, ops.stack(places, -1).long()
