# needs: SqueezeNet, vision_model
from functools import partial


def squeezenet1_1(weights=None, progress=True, **options):
    """As ``torchvision.models.squeezenet1_1``."""
    files = {"IMAGENET1K_V1": "squeezenet1_1-b8a52dc0"}
    return vision_model("squeezenet1_1", partial(SqueezeNet, "1_1"), files, weights, **options)
