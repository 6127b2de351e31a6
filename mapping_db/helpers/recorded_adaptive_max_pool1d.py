# needs: recorded_maxima


def recorded_adaptive_max_pool1d(input, output_size, return_indices=False):
    """As ``torch.nn.functional.adaptive_max_pool1d``, for gradients of gradients."""
    sizes = output_size if isinstance(output_size, (list, tuple)) else (output_size,) * 1
    windows = []
    for length, size in zip(input.shape[-1:], sizes):
        size = length if size is None else size
        ends = [(i * length // size, -(-(i + 1) * length // size)) for i in range(size)]
        most = max(end - first for first, end in ends)
        windows.append([[i if i < end else -1 for i in range(first, first + most)] for first, end in ends])
    return recorded_maxima(input, windows, return_indices)
