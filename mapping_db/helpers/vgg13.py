# needs: vgg_model


def vgg13(weights=None, progress=True, **options):
    """As ``torchvision.models.vgg13``."""
    return vgg_model("vgg13", (2, 2, 2, 2, 2), "vgg13-19584684", weights, **options)
