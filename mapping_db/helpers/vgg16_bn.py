# needs: vgg_model


def vgg16_bn(weights=None, progress=True, **options):
    """As ``torchvision.models.vgg16_bn``."""
    return vgg_model("vgg16_bn", (2, 2, 3, 3, 3), "vgg16_bn-6c64b313", weights, batch_norm=True, **options)
