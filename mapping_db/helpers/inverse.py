from mindspore import ops


def inverse(matrix):
    """As ``torch.inverse``, of one or many square matrices: MindSpore's kernel takes none of one row."""
    return 1 / matrix if matrix.shape[-1] == 1 else ops.inverse(matrix)
