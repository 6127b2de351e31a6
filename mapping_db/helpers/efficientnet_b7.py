# needs: efficientnet_model


def efficientnet_b7(weights=None, progress=True, **options):
    """As ``torchvision.models.efficientnet_b7``."""
    files = {"IMAGENET1K_V1": "efficientnet_b7_lukemelas-c5b4e57e"}
    return efficientnet_model(7, 2.0, 3.1, 0.5, files, weights, **options)
