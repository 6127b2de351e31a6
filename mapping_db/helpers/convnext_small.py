# needs: convnext_model


def convnext_small(weights=None, progress=True, **options):
    """As ``torchvision.models.convnext_small``."""
    files = {"IMAGENET1K_V1": "convnext_small-0c510722"}
    return convnext_model("convnext_small", 96, (3, 3, 27, 3), 0.4, files, weights, **options)
