_OTHER_NAMES = {
    "weight": ("gamma", "embedding_table"),
    "bias": ("beta",),
    "running_mean": ("moving_mean",),
    "running_var": ("moving_variance",),
}


def layer_parameter(layer, name, *default):
    """``getattr(layer, name)`` with torch's name of a weight: MindSpore's normalisations and embeddings have others."""
    for one in _OTHER_NAMES.get(name, ()):
        if not hasattr(layer, name) and hasattr(layer, one):
            return getattr(layer, one)
    return getattr(layer, name, *default)
