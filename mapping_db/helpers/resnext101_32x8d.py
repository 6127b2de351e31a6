# needs: Bottleneck, ResNet, vision_model
from functools import partial


def resnext101_32x8d(weights=None, progress=True, **options):
    """As ``torchvision.models.resnext101_32x8d``."""
    files = {"IMAGENET1K_V1": "resnext101_32x8d-8ba56ff5", "IMAGENET1K_V2": "resnext101_32x8d-110c445d"}
    return vision_model(
        "resnext101_32x8d",
        partial(ResNet, Bottleneck, [3, 4, 23, 3]),
        files,
        weights,
        **{**options, "groups": 32, "width_per_group": 8},
    )
