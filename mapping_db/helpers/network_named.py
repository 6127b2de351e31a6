# needs: alexnet, convnext_base, convnext_large, convnext_small, convnext_tiny, densenet121, densenet161, densenet169
# needs: densenet201, efficientnet_b0, efficientnet_b1, efficientnet_b2, efficientnet_b3, efficientnet_b4
# needs: efficientnet_b5, efficientnet_b6, efficientnet_b7, googlenet, inception_v3, mnasnet0_5, mnasnet0_75
# needs: mnasnet1_0, mnasnet1_3, mobilenet_v2, mobilenet_v3_large, mobilenet_v3_small, resnet101, resnet152, resnet18
# needs: resnet34, resnet50, resnext101_32x8d, resnext101_64x4d, resnext50_32x4d, shufflenet_v2_x0_5
# needs: shufflenet_v2_x1_0, shufflenet_v2_x1_5, shufflenet_v2_x2_0, squeezenet1_0, squeezenet1_1, swin_b, swin_s
# needs: swin_t, swin_v2_b, swin_v2_s, swin_v2_t, vgg11, vgg11_bn, vgg13, vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn
# needs: vit_b_16, vit_b_32, vit_h_14, vit_l_16, vit_l_32, wide_resnet101_2, wide_resnet50_2
"""What stands for a network of torchvision's that is chosen by its name."""

_NETWORKS_BY_NAME = {
    "alexnet": alexnet,
    "convnext_base": convnext_base,
    "convnext_large": convnext_large,
    "convnext_small": convnext_small,
    "convnext_tiny": convnext_tiny,
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
    "googlenet": googlenet,
    "inception_v3": inception_v3,
    "mnasnet0_5": mnasnet0_5,
    "mnasnet0_75": mnasnet0_75,
    "mnasnet1_0": mnasnet1_0,
    "mnasnet1_3": mnasnet1_3,
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
    "shufflenet_v2_x0_5": shufflenet_v2_x0_5,
    "shufflenet_v2_x1_0": shufflenet_v2_x1_0,
    "shufflenet_v2_x1_5": shufflenet_v2_x1_5,
    "shufflenet_v2_x2_0": shufflenet_v2_x2_0,
    "squeezenet1_0": squeezenet1_0,
    "squeezenet1_1": squeezenet1_1,
    "swin_b": swin_b,
    "swin_s": swin_s,
    "swin_t": swin_t,
    "swin_v2_b": swin_v2_b,
    "swin_v2_s": swin_v2_s,
    "swin_v2_t": swin_v2_t,
    "vgg11": vgg11,
    "vgg11_bn": vgg11_bn,
    "vgg13": vgg13,
    "vgg13_bn": vgg13_bn,
    "vgg16": vgg16,
    "vgg16_bn": vgg16_bn,
    "vgg19": vgg19,
    "vgg19_bn": vgg19_bn,
    "vit_b_16": vit_b_16,
    "vit_b_32": vit_b_32,
    "vit_h_14": vit_h_14,
    "vit_l_16": vit_l_16,
    "vit_l_32": vit_l_32,
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
