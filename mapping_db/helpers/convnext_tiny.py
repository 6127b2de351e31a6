# needs: convnext_model


def convnext_tiny(weights=None, progress=True, **options):
    """As ``torchvision.models.convnext_tiny``."""
    files = {"IMAGENET1K_V1": "convnext_tiny-983f1562"}
    return convnext_model("convnext_tiny", 96, (3, 3, 9, 3), 0.1, files, weights, **options)
