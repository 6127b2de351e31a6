# needs: MobileNetV3, vision_model
from functools import partial


def mobilenet_v3_small(weights=None, progress=True, **options):
    """As ``torchvision.models.mobilenet_v3_small``."""
    files = {"IMAGENET1K_V1": "mobilenet_v3_small-047dcff4"}
    blocks = [
        (3, 16, 16, True, False, 2),
        (3, 72, 24, False, False, 2),
        (3, 88, 24, False, False, 1),
        (5, 96, 40, True, True, 2),
        (5, 240, 40, True, True, 1),
        (5, 240, 40, True, True, 1),
        (5, 120, 48, True, True, 1),
        (5, 144, 48, True, True, 1),
        (5, 288, 96, True, True, 2),
        (5, 576, 96, True, True, 1),
        (5, 576, 96, True, True, 1),
    ]
    return vision_model("mobilenet_v3_small", partial(MobileNetV3, blocks, 1024), files, weights, **options)
