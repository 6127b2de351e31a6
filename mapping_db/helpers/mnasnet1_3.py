# needs: MNASNet, vision_model
from functools import partial


def mnasnet1_3(weights=None, progress=True, **options):
    """As ``torchvision.models.mnasnet1_3``."""
    files = {"IMAGENET1K_V1": "mnasnet1_3-a4c69d6f"}
    return vision_model("mnasnet1_3", partial(MNASNet, 1.3), files, weights, **options)
