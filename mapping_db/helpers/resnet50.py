# needs: Bottleneck, ResNet, vision_model
from functools import partial


def resnet50(weights=None, progress=True, **options):
    """As ``torchvision.models.resnet50``."""
    files = {"IMAGENET1K_V1": "resnet50-0676ba61", "IMAGENET1K_V2": "resnet50-11ad3fa6"}
    return vision_model("resnet50", partial(ResNet, Bottleneck, [3, 4, 6, 3]), files, weights, **options)
