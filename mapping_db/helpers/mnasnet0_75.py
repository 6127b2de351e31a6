# needs: MNASNet, vision_model
from functools import partial


def mnasnet0_75(weights=None, progress=True, **options):
    """As ``torchvision.models.mnasnet0_75``."""
    files = {"IMAGENET1K_V1": "mnasnet0_75-7090bc5f"}
    return vision_model("mnasnet0_75", partial(MNASNet, 0.75), files, weights, **options)
