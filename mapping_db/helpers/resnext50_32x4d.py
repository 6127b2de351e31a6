# needs: Bottleneck, ResNet, vision_model
from functools import partial


def resnext50_32x4d(weights=None, progress=True, **options):
    """As ``torchvision.models.resnext50_32x4d``."""
    files = {"IMAGENET1K_V1": "resnext50_32x4d-7cdf4587", "IMAGENET1K_V2": "resnext50_32x4d-1a0047aa"}
    return vision_model(
        "resnext50_32x4d",
        partial(ResNet, Bottleneck, [3, 4, 6, 3]),
        files,
        weights,
        **{**options, "groups": 32, "width_per_group": 4},
    )
