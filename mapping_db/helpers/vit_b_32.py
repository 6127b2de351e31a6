# needs: vit_model


def vit_b_32(weights=None, progress=True, **options):
    """As ``torchvision.models.vit_b_32``."""
    files = {"IMAGENET1K_V1": "vit_b_32-d86f8d99"}
    return vit_model("vit_b_32", 32, 12, 12, 768, files, weights, **options)
