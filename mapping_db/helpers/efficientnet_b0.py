# needs: efficientnet_model


def efficientnet_b0(weights=None, progress=True, **options):
    """As ``torchvision.models.efficientnet_b0``."""
    files = {"IMAGENET1K_V1": "efficientnet_b0_rwightman-7f5810bc"}
    return efficientnet_model(0, 1.0, 1.0, 0.2, files, weights, **options)
