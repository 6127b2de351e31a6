# needs: vgg_model


def vgg13_bn(weights=None, progress=True, **options):
    """As ``torchvision.models.vgg13_bn``."""
    return vgg_model("vgg13_bn", (2, 2, 2, 2, 2), "vgg13_bn-abd245e5", weights, batch_norm=True, **options)
