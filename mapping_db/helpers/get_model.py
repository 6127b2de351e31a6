# needs: network_named


def get_model(name, **config):
    """As ``torchvision.models.get_model``: the network of this name."""
    return network_named(name.lower())(**config)
