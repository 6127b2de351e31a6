# needs: MNASNet, vision_model
from functools import partial


def mnasnet1_0(weights=None, progress=True, **options):
    """As ``torchvision.models.mnasnet1_0``."""
    files = {"IMAGENET1K_V1": "mnasnet1.0_top1_73.512-f206786ef8"}
    return vision_model("mnasnet1_0", partial(MNASNet, 1.0), files, weights, **options)
