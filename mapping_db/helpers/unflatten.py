"""One axis of a tensor split into several."""


def unflatten(input, dim, sizes):
    """As ``torch.unflatten``; one of ``sizes`` may be -1."""
    dim = dim % input.ndim
    sizes = list(sizes)
    if -1 in sizes:
        known = 1
        for size in sizes:
            known *= size if size != -1 else 1
        sizes[sizes.index(-1)] = input.shape[dim] // known
    return input.reshape(tuple(input.shape[:dim]) + tuple(sizes) + tuple(input.shape[dim + 1 :]))
