# needs: norm
"""The p-norm of a tensor's elements, or along axes."""


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    """As ``torch.linalg.vector_norm``."""
    if not x.ndim or (
        isinstance(dim, (tuple, list)) and not dim
    ):  # ms.jit goes wrong where it compares a tuple with a list
        dim = None
    return norm(x, ord, dim, keepdim, dtype=dtype)
