# needs: convnext_model


def convnext_large(weights=None, progress=True, **options):
    """As ``torchvision.models.convnext_large``."""
    files = {"IMAGENET1K_V1": "convnext_large-ea097f82"}
    return convnext_model("convnext_large", 192, (3, 3, 27, 3), 0.5, files, weights, **options)
