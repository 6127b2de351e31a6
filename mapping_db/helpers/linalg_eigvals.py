# needs: linalg_eig
"""Eigenvalues of square matrices, complex ones."""


def linalg_eigvals(input, *, out=None):
    """As ``torch.linalg.eigvals``; computed on the host, so it takes no part in differentiation."""
    return linalg_eig(input)[0]
