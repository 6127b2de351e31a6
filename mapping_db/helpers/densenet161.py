# needs: DenseNet, vision_model
from functools import partial


def densenet161(weights=None, progress=True, **options):
    """As ``torchvision.models.densenet161``."""
    files = {"IMAGENET1K_V1": "densenet161-8d451a50"}
    return vision_model("densenet161", partial(DenseNet, 48, (6, 12, 36, 24), 96), files, weights, **options)
