from mindspore import ops


def one_hot(tensor, num_classes=-1):
    """As ``torch.nn.functional.one_hot``; without their number, the largest class is the last."""
    return ops.one_hot(tensor, int(tensor.max()) + 1 if num_classes == -1 else num_classes)
