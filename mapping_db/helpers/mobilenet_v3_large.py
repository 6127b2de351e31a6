# needs: MobileNetV3, vision_model
from functools import partial


def mobilenet_v3_large(weights=None, progress=True, **options):
    """As ``torchvision.models.mobilenet_v3_large``."""
    files = {"IMAGENET1K_V1": "mobilenet_v3_large-8738ca79", "IMAGENET1K_V2": "mobilenet_v3_large-5c1a4163"}
    blocks = [
        (3, 16, 16, False, False, 1),
        (3, 64, 24, False, False, 2),
        (3, 72, 24, False, False, 1),
        (5, 72, 40, True, False, 2),
        (5, 120, 40, True, False, 1),
        (5, 120, 40, True, False, 1),
        (3, 240, 80, False, True, 2),
        (3, 200, 80, False, True, 1),
        (3, 184, 80, False, True, 1),
        (3, 184, 80, False, True, 1),
        (3, 480, 112, True, True, 1),
        (3, 672, 112, True, True, 1),
        (5, 672, 160, True, True, 2),
        (5, 960, 160, True, True, 1),
        (5, 960, 160, True, True, 1),
    ]
    return vision_model("mobilenet_v3_large", partial(MobileNetV3, blocks, 1280), files, weights, **options)
