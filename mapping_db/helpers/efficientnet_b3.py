# needs: efficientnet_model


def efficientnet_b3(weights=None, progress=True, **options):
    """As ``torchvision.models.efficientnet_b3``."""
    files = {"IMAGENET1K_V1": "efficientnet_b3_rwightman-b3899882"}
    return efficientnet_model(3, 1.2, 1.4, 0.3, files, weights, **options)
