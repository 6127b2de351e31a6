# needs: efficientnet_model


def efficientnet_b6(weights=None, progress=True, **options):
    """As ``torchvision.models.efficientnet_b6``."""
    files = {"IMAGENET1K_V1": "efficientnet_b6_lukemelas-24a108a5"}
    return efficientnet_model(6, 1.8, 2.6, 0.5, files, weights, **options)
