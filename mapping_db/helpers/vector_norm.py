# needs: norm
"""The p-norm of a tensor's elements, or along axes."""


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    """As ``torch.linalg.vector_norm``."""
    if not x.ndim or dim == () or dim == []:
        dim = None
    return norm(x, ord, dim, keepdim, dtype=dtype)
