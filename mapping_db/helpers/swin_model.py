# needs: SwinTransformer, vision_model
from functools import partial


def swin_model(name, width, depths, heads, left_out, files, weights, **options):
    """One of torchvision's networks ``swin_…``."""
    second = name.startswith("swin_v2")
    options = {"stochastic_depth_prob": left_out, "window_size": [8, 8] if second else [7, 7], **options}
    build = partial(SwinTransformer, [4, 4], width, depths, heads, second=second)
    return vision_model(name, build, files, weights, **options)
