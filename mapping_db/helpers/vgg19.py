# needs: vgg_model


def vgg19(weights=None, progress=True, **options):
    """As ``torchvision.models.vgg19``."""
    return vgg_model("vgg19", (2, 2, 4, 4, 4), "vgg19-dcbb9e9d", weights, **options)
