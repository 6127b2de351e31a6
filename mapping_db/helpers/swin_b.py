# needs: swin_model


def swin_b(weights=None, progress=True, **options):
    """As ``torchvision.models.swin_b``."""
    files = {"IMAGENET1K_V1": "swin_b-68c6b09e"}
    return swin_model("swin_b", 128, (2, 2, 18, 2), (4, 8, 16, 32), 0.5, files, weights, **options)
