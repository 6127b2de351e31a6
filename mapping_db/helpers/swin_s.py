# needs: swin_model


def swin_s(weights=None, progress=True, **options):
    """As ``torchvision.models.swin_s``."""
    files = {"IMAGENET1K_V1": "swin_s-5e29d889"}
    return swin_model("swin_s", 96, (2, 2, 18, 2), (3, 6, 12, 24), 0.3, files, weights, **options)
