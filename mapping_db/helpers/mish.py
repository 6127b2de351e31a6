from mindspore import ops


def mish(input, inplace=False):
    """``input * tanh(softplus(input))``; MindSpore's own gives nan of some 45 on a CPU."""
    softplus = ops.relu(input) + ops.log1p(ops.exp(-ops.abs(input)))
    return input * ops.tanh(softplus)
