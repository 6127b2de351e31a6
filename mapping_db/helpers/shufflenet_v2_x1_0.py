# needs: ShuffleNetV2, vision_model
from functools import partial


def shufflenet_v2_x1_0(weights=None, progress=True, **options):
    """As ``torchvision.models.shufflenet_v2_x1_0``."""
    files = {"IMAGENET1K_V1": "shufflenetv2_x1-5666bf0f80"}
    build = partial(ShuffleNetV2, [4, 8, 4], [24, 116, 232, 464, 1024])
    return vision_model("shufflenet_v2_x1_0", build, files, weights, **options)
