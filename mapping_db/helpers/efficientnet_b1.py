# needs: efficientnet_model


def efficientnet_b1(weights=None, progress=True, **options):
    """As ``torchvision.models.efficientnet_b1``."""
    files = {"IMAGENET1K_V1": "efficientnet_b1_rwightman-bac287d4", "IMAGENET1K_V2": "efficientnet_b1-c27df63c"}
    return efficientnet_model(1, 1.0, 1.1, 0.2, files, weights, **options)
