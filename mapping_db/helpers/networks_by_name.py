# needs: network_named


def networks_by_name():
    """As ``torchvision.models.__dict__``, with the networks alone."""
    return dict(_NETWORKS_BY_NAME)
