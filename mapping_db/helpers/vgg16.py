# needs: vgg_model


def vgg16(weights=None, progress=True, **options):
    """As ``torchvision.models.vgg16``."""
    return vgg_model("vgg16", (2, 2, 3, 3, 3), "vgg16-397923af", weights, **options)
