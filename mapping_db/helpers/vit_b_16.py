# needs: vit_model


def vit_b_16(weights=None, progress=True, **options):
    """As ``torchvision.models.vit_b_16``."""
    files = {
        "IMAGENET1K_V1": "vit_b_16-c867db91",
        "IMAGENET1K_SWAG_E2E_V1": "vit_b_16_swag-9ac1b537",
        "IMAGENET1K_SWAG_LINEAR_V1": "vit_b_16_lc_swag-4e70ced5",
    }
    return vit_model("vit_b_16", 16, 12, 12, 768, files, weights, **options)
