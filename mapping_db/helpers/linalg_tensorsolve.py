# needs: linalg_solve
"""input system of linear equations with a tensor for the matrix."""


def linalg_tensorsolve(input, other, dims=None, *, out=None):
    """As ``torch.linalg.tensorsolve``; ``dims`` are axes of ``input`` that are moved to its end first."""
    if dims is not None:
        rest = [axis for axis in range(input.ndim) if axis not in dims]
        input = input.permute(*rest, *dims)
    shape = input.shape[other.ndim :]
    return linalg_solve(input.reshape(other.numel(), -1), other.reshape(-1)).reshape(shape)
