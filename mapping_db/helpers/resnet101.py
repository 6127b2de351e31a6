# needs: Bottleneck, ResNet, vision_model
from functools import partial


def resnet101(weights=None, progress=True, **options):
    """As ``torchvision.models.resnet101``."""
    files = {"IMAGENET1K_V1": "resnet101-63fe2227", "IMAGENET1K_V2": "resnet101-cd907fc2"}
    return vision_model("resnet101", partial(ResNet, Bottleneck, [3, 4, 23, 3]), files, weights, **options)
