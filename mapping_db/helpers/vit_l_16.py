# needs: vit_model


def vit_l_16(weights=None, progress=True, **options):
    """As ``torchvision.models.vit_l_16``."""
    files = {
        "IMAGENET1K_V1": "vit_l_16-852ce7e3",
        "IMAGENET1K_SWAG_E2E_V1": "vit_l_16_swag-4f3808c9",
        "IMAGENET1K_SWAG_LINEAR_V1": "vit_l_16_lc_swag-4d563306",
    }
    return vit_model("vit_l_16", 16, 24, 16, 1024, files, weights, **options)
