# needs: inverse
"""The inverse of a tensor taken as a matrix of its first and last axes."""


def linalg_tensorinv(input, ind=2, *, out=None):
    """As ``torch.linalg.tensorinv``: the first ``ind`` axes are the rows."""
    rows = 1
    for size in input.shape[:ind]:
        rows *= size
    return inverse(input.reshape(rows, -1)).reshape(tuple(input.shape[ind:]) + tuple(input.shape[:ind]))
