# needs: vit_model


def vit_h_14(weights=None, progress=True, **options):
    """As ``torchvision.models.vit_h_14``."""
    files = {
        "IMAGENET1K_SWAG_E2E_V1": "vit_h_14_swag-80465313",
        "IMAGENET1K_SWAG_LINEAR_V1": "vit_h_14_lc_swag-c1eb923e",
    }
    return vit_model("vit_h_14", 14, 32, 16, 1280, files, weights, **options)
