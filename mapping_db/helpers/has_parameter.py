# needs: layer_parameter


def has_parameter(layer, name):
    """``hasattr(layer, name)`` with torch's name of a weight: MindSpore's normalisations, embeddings and PReLU have others."""
    return layer_parameter(layer, name, layer) is not layer
