# needs: MobileNetV2, vision_model


def mobilenet_v2(weights=None, progress=True, **options):
    """As ``torchvision.models.mobilenet_v2``."""
    files = {"IMAGENET1K_V1": "mobilenet_v2-b0353104", "IMAGENET1K_V2": "mobilenet_v2-7ebf99e0"}
    return vision_model("mobilenet_v2", MobileNetV2, files, weights, **options)
