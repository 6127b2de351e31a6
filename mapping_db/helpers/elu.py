from mindspore import ops


def elu(input, alpha=1.0, inplace=False):
    """As ``torch.nn.functional.elu``: any ``alpha``, where MindSpore's kernel of a CPU takes 1 alone."""
    if alpha == 1:
        return ops.elu(input)
    positive = ops.relu(input)
    return positive + alpha * (ops.elu(input) - positive)
