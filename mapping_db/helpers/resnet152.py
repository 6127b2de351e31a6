# needs: Bottleneck, ResNet, vision_model
from functools import partial


def resnet152(weights=None, progress=True, **options):
    """As ``torchvision.models.resnet152``."""
    files = {"IMAGENET1K_V1": "resnet152-394f9c45", "IMAGENET1K_V2": "resnet152-f82ba261"}
    return vision_model("resnet152", partial(ResNet, Bottleneck, [3, 8, 36, 3]), files, weights, **options)
