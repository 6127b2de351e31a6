# needs: efficientnet_model


def efficientnet_b4(weights=None, progress=True, **options):
    """As ``torchvision.models.efficientnet_b4``."""
    files = {"IMAGENET1K_V1": "efficientnet_b4_rwightman-23ab8bcd"}
    return efficientnet_model(4, 1.4, 1.8, 0.4, files, weights, **options)
