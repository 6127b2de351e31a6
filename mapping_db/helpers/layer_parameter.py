from mindspore import nn

_OTHER_NAMES = {
    "weight": ("gamma", "embedding_table"),
    "bias": ("beta",),
    "running_mean": ("moving_mean",),
    "running_var": ("moving_variance",),
}


def layer_parameter(layer, name, *default):
    """``getattr(layer, name)`` with torch's name of a weight: MindSpore's normalisations, embeddings and PReLU have others."""
    for one in _OTHER_NAMES.get(name, ()):
        if not hasattr(layer, name) and hasattr(layer, one):
            return getattr(layer, one)
    if name == "weight" and isinstance(layer, nn.PReLU):
        return layer.w
    return getattr(layer, name, *default)
