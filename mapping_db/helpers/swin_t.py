# needs: swin_model


def swin_t(weights=None, progress=True, **options):
    """As ``torchvision.models.swin_t``."""
    files = {"IMAGENET1K_V1": "swin_t-704ceda3"}
    return swin_model("swin_t", 96, (2, 2, 6, 2), (3, 6, 12, 24), 0.2, files, weights, **options)
