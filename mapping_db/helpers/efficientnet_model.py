# needs: EfficientNet, vision_layer, vision_model
from functools import partial


def efficientnet_model(number, width, depth, dropout, files, weights, **options):
    """One of torchvision's networks ``efficientnet_b…``."""

    def build(**options):
        options = {"dropout": dropout, **options}
        if number > 4 and options.get("norm_layer") is None:
            options["norm_layer"] = partial(vision_layer("BatchNorm2d"), eps=0.001, momentum=0.01)
        return EfficientNet(width, depth, **options)

    return vision_model(f"efficientnet_b{number}", build, files, weights, **options)
