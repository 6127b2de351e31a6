from mindspore import nn


def has_share(layer):
    """``hasattr(layer, "p")``, which of MindSpore's own dropouts only one has."""
    return hasattr(layer, "p") or isinstance(layer, (nn.Dropout1d, nn.Dropout2d, nn.Dropout3d))
