# needs: efficientnet_model


def efficientnet_b5(weights=None, progress=True, **options):
    """As ``torchvision.models.efficientnet_b5``."""
    files = {"IMAGENET1K_V1": "efficientnet_b5_lukemelas-1a07897c"}
    return efficientnet_model(5, 1.6, 2.2, 0.4, files, weights, **options)
