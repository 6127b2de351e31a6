# needs: efficientnet_model


def efficientnet_b2(weights=None, progress=True, **options):
    """As ``torchvision.models.efficientnet_b2``."""
    files = {"IMAGENET1K_V1": "efficientnet_b2_rwightman-c35c1473"}
    return efficientnet_model(2, 1.1, 1.2, 0.3, files, weights, **options)
