# needs: BasicBlock, ResNet, vision_model
from functools import partial


def resnet18(weights=None, progress=True, **options):
    """As ``torchvision.models.resnet18``."""
    files = {"IMAGENET1K_V1": "resnet18-f37072fd"}
    return vision_model("resnet18", partial(ResNet, BasicBlock, [2, 2, 2, 2]), files, weights, **options)
