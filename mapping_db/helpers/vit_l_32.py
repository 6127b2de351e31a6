# needs: vit_model


def vit_l_32(weights=None, progress=True, **options):
    """As ``torchvision.models.vit_l_32``."""
    files = {"IMAGENET1K_V1": "vit_l_32-c7638314"}
    return vit_model("vit_l_32", 32, 24, 16, 1024, files, weights, **options)
