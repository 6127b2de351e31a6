# needs: vgg_model


def vgg11(weights=None, progress=True, **options):
    """As ``torchvision.models.vgg11``."""
    return vgg_model("vgg11", (1, 1, 2, 2, 2), "vgg11-8a719046", weights, **options)
