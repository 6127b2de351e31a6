# needs: ShuffleNetV2, vision_model
from functools import partial


def shufflenet_v2_x2_0(weights=None, progress=True, **options):
    """As ``torchvision.models.shufflenet_v2_x2_0``."""
    files = {"IMAGENET1K_V1": "shufflenetv2_x2_0-8be3c8ee"}
    build = partial(ShuffleNetV2, [4, 8, 4], [24, 244, 488, 976, 2048])
    return vision_model("shufflenet_v2_x2_0", build, files, weights, **options)
