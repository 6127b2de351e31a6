# needs: ConvNeXt, vision_model
from functools import partial


def convnext_model(name, width, depths, left_out, files, weights, **options):
    """One of torchvision's networks ``convnext_…``."""
    options = {"stochastic_depth_prob": left_out, **options}
    build = partial(ConvNeXt, [width, 2 * width, 4 * width, 8 * width], depths)
    return vision_model(name, build, files, weights, **options)
