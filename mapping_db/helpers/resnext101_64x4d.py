# needs: Bottleneck, ResNet, vision_model
from functools import partial


def resnext101_64x4d(weights=None, progress=True, **options):
    """As ``torchvision.models.resnext101_64x4d``."""
    files = {"IMAGENET1K_V1": "resnext101_64x4d-173b62eb"}
    return vision_model(
        "resnext101_64x4d",
        partial(ResNet, Bottleneck, [3, 4, 23, 3]),
        files,
        weights,
        **{**options, "groups": 64, "width_per_group": 4},
    )
