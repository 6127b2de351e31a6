# needs: linalg_eigh
"""Eigenvalues of symmetric matrices."""


def linalg_eigvalsh(input, UPLO="L", *, out=None):
    """As ``torch.linalg.eigvalsh``; computed on the host, with torch's gradient."""
    return linalg_eigh(input, UPLO)[0]
