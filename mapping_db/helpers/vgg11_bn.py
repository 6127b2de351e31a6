# needs: vgg_model


def vgg11_bn(weights=None, progress=True, **options):
    """As ``torchvision.models.vgg11_bn``."""
    return vgg_model("vgg11_bn", (1, 1, 2, 2, 2), "vgg11_bn-6002323d", weights, batch_norm=True, **options)
