# needs: swin_model


def swin_v2_s(weights=None, progress=True, **options):
    """As ``torchvision.models.swin_v2_s``."""
    files = {"IMAGENET1K_V1": "swin_v2_s-637d8ceb"}
    return swin_model("swin_v2_s", 96, (2, 2, 18, 2), (3, 6, 12, 24), 0.3, files, weights, **options)
