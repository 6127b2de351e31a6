# needs: convnext_model


def convnext_base(weights=None, progress=True, **options):
    """As ``torchvision.models.convnext_base``."""
    files = {"IMAGENET1K_V1": "convnext_base-6075fbad"}
    return convnext_model("convnext_base", 128, (3, 3, 27, 3), 0.5, files, weights, **options)
