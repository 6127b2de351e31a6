def as_matrix(weight, dim):
    """A weight as a matrix whose rows run along one of its axes."""
    if dim:
        weight = weight.permute(dim, *(axis for axis in range(weight.ndim) if axis != dim))
    return weight.reshape(weight.shape[0], -1)
