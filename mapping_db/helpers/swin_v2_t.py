# needs: swin_model


def swin_v2_t(weights=None, progress=True, **options):
    """As ``torchvision.models.swin_v2_t``."""
    files = {"IMAGENET1K_V1": "swin_v2_t-b137f0e2"}
    return swin_model("swin_v2_t", 96, (2, 2, 6, 2), (3, 6, 12, 24), 0.2, files, weights, **options)
