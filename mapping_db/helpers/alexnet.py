# needs: TorchAlexNet, vision_model


def alexnet(weights=None, progress=True, **options):
    """As ``torchvision.models.alexnet``."""
    return vision_model("alexnet", TorchAlexNet, {"IMAGENET1K_V1": "alexnet-owt-7be5be79"}, weights, **options)
