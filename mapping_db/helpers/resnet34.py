# needs: BasicBlock, ResNet, vision_model
from functools import partial


def resnet34(weights=None, progress=True, **options):
    """As ``torchvision.models.resnet34``."""
    files = {"IMAGENET1K_V1": "resnet34-b627a593"}
    return vision_model("resnet34", partial(ResNet, BasicBlock, [3, 4, 6, 3]), files, weights, **options)
