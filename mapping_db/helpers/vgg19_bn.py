# needs: vgg_model


def vgg19_bn(weights=None, progress=True, **options):
    """As ``torchvision.models.vgg19_bn``."""
    return vgg_model("vgg19_bn", (2, 2, 4, 4, 4), "vgg19_bn-c79401a0", weights, batch_norm=True, **options)
