# needs: SqueezeNet, vision_model
from functools import partial


def squeezenet1_0(weights=None, progress=True, **options):
    """As ``torchvision.models.squeezenet1_0``."""
    files = {"IMAGENET1K_V1": "squeezenet1_0-b66bff10"}
    return vision_model("squeezenet1_0", partial(SqueezeNet, "1_0"), files, weights, **options)
