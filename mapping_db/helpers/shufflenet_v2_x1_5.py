# needs: ShuffleNetV2, vision_model
from functools import partial


def shufflenet_v2_x1_5(weights=None, progress=True, **options):
    """As ``torchvision.models.shufflenet_v2_x1_5``."""
    files = {"IMAGENET1K_V1": "shufflenetv2_x1_5-3c479a10"}
    build = partial(ShuffleNetV2, [4, 8, 4], [24, 176, 352, 704, 1024])
    return vision_model("shufflenet_v2_x1_5", build, files, weights, **options)
