# needs: swin_model


def swin_v2_b(weights=None, progress=True, **options):
    """As ``torchvision.models.swin_v2_b``."""
    files = {"IMAGENET1K_V1": "swin_v2_b-781e5279"}
    return swin_model("swin_v2_b", 128, (2, 2, 18, 2), (4, 8, 16, 32), 0.5, files, weights, **options)
