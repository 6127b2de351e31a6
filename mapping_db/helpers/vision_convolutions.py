from mindspore import mint, nn


def vision_convolutions(network):
    """The convolutions of a network, in the order in which it has them, of whichever of MindSpore's classes."""
    classes = (nn.Conv2d, getattr(mint.nn, "Conv2d", nn.Conv2d))
    return [cell for _, cell in network.cells_and_names() if isinstance(cell, classes)]
