# needs: ShuffleNetV2, vision_model
from functools import partial


def shufflenet_v2_x0_5(weights=None, progress=True, **options):
    """As ``torchvision.models.shufflenet_v2_x0_5``."""
    files = {"IMAGENET1K_V1": "shufflenetv2_x0.5-f707e7126e"}
    build = partial(ShuffleNetV2, [4, 8, 4], [24, 48, 96, 192, 1024])
    return vision_model("shufflenet_v2_x0_5", build, files, weights, **options)
