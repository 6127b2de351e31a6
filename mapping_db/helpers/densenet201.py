# needs: DenseNet, vision_model
from functools import partial


def densenet201(weights=None, progress=True, **options):
    """As ``torchvision.models.densenet201``."""
    files = {"IMAGENET1K_V1": "densenet201-c1103571"}
    return vision_model("densenet201", partial(DenseNet, 32, (6, 12, 48, 32), 64), files, weights, **options)
