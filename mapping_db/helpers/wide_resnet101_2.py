# needs: Bottleneck, ResNet, vision_model
from functools import partial


def wide_resnet101_2(weights=None, progress=True, **options):
    """As ``torchvision.models.wide_resnet101_2``."""
    files = {"IMAGENET1K_V1": "wide_resnet101_2-32ee1156", "IMAGENET1K_V2": "wide_resnet101_2-d733dc28"}
    return vision_model(
        "wide_resnet101_2",
        partial(ResNet, Bottleneck, [3, 4, 23, 3]),
        files,
        weights,
        **{**options, "width_per_group": 128},
    )
