# needs: MNASNet, vision_model
from functools import partial


def mnasnet0_5(weights=None, progress=True, **options):
    """As ``torchvision.models.mnasnet0_5``."""
    files = {"IMAGENET1K_V1": "mnasnet0.5_top1_67.823-3ffadce67e"}
    return vision_model("mnasnet0_5", partial(MNASNet, 0.5), files, weights, **options)
