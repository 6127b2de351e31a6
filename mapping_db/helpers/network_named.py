# needs: alexnet, densenet121, densenet161, densenet169, densenet201, efficientnet_b0, efficientnet_b1
# needs: efficientnet_b2, efficientnet_b3, efficientnet_b4, efficientnet_b5, efficientnet_b6, efficientnet_b7
# needs: mobilenet_v2, mobilenet_v3_large, mobilenet_v3_small, resnet101, resnet152, resnet18, resnet34, resnet50
# needs: resnext101_32x8d, resnext101_64x4d, resnext50_32x4d, squeezenet1_0, squeezenet1_1, vgg11, vgg11_bn, vgg13
# needs: vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn, wide_resnet101_2, wide_resnet50_2
"""What stands for a network of torchvision's that is chosen by its name."""

_NETWORKS_BY_NAME = {
    "alexnet": alexnet,
    "densenet121": densenet121,
    "densenet161": densenet161,
    "densenet169": densenet169,
    "densenet201": densenet201,
    "efficientnet_b0": efficientnet_b0,
    "efficientnet_b1": efficientnet_b1,
    "efficientnet_b2": efficientnet_b2,
    "efficientnet_b3": efficientnet_b3,
    "efficientnet_b4": efficientnet_b4,
    "efficientnet_b5": efficientnet_b5,
    "efficientnet_b6": efficientnet_b6,
    "efficientnet_b7": efficientnet_b7,
    "mobilenet_v2": mobilenet_v2,
    "mobilenet_v3_large": mobilenet_v3_large,
    "mobilenet_v3_small": mobilenet_v3_small,
    "resnet101": resnet101,
    "resnet152": resnet152,
    "resnet18": resnet18,
    "resnet34": resnet34,
    "resnet50": resnet50,
    "resnext101_32x8d": resnext101_32x8d,
    "resnext101_64x4d": resnext101_64x4d,
    "resnext50_32x4d": resnext50_32x4d,
    "squeezenet1_0": squeezenet1_0,
    "squeezenet1_1": squeezenet1_1,
    "vgg11": vgg11,
    "vgg11_bn": vgg11_bn,
    "vgg13": vgg13,
    "vgg13_bn": vgg13_bn,
    "vgg16": vgg16,
    "vgg16_bn": vgg16_bn,
    "vgg19": vgg19,
    "vgg19_bn": vgg19_bn,
    "wide_resnet101_2": wide_resnet101_2,
    "wide_resnet50_2": wide_resnet50_2,
}


def network_named(name, *default):
    """As ``getattr(torchvision.models, name)``, for the names above; add MindSpore's counterpart of others there."""
    if name in _NETWORKS_BY_NAME:
        return _NETWORKS_BY_NAME[name]
    if default:
        return default[0]
    raise AttributeError(f"torchvision.models.{name}: name its counterpart in _NETWORKS_BY_NAME")
