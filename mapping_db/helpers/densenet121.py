# needs: DenseNet, vision_model
from functools import partial


def densenet121(weights=None, progress=True, **options):
    """As ``torchvision.models.densenet121``."""
    files = {"IMAGENET1K_V1": "densenet121-a639ec97"}
    return vision_model("densenet121", partial(DenseNet, 32, (6, 12, 24, 16), 64), files, weights, **options)
