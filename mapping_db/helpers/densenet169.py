# needs: DenseNet, vision_model
from functools import partial


def densenet169(weights=None, progress=True, **options):
    """As ``torchvision.models.densenet169``."""
    files = {"IMAGENET1K_V1": "densenet169-b2777c0a"}
    return vision_model("densenet169", partial(DenseNet, 32, (6, 12, 32, 32), 64), files, weights, **options)
