from mindspore import ops


def glu(input, dim=-1):
    """As ``torch.nn.functional.glu``, with its names of the arguments."""
    return ops.glu(input, dim)
