# needs: Bottleneck, ResNet, vision_model
from functools import partial


def wide_resnet50_2(weights=None, progress=True, **options):
    """As ``torchvision.models.wide_resnet50_2``."""
    files = {"IMAGENET1K_V1": "wide_resnet50_2-95faca4d", "IMAGENET1K_V2": "wide_resnet50_2-9ba9bcbe"}
    return vision_model(
        "wide_resnet50_2",
        partial(ResNet, Bottleneck, [3, 4, 6, 3]),
        files,
        weights,
        **{**options, "width_per_group": 128},
    )
