# needs: ReLUInPlace, VGG, vision_layer, vision_model
from mindspore import nn


def vgg_model(name, depths, file, weights, batch_norm=False, **options):
    """One of torchvision's networks ``vgg…``: so many convolutions of 3 by 3 before each of the five poolings."""

    def build(**options):
        conv, norm = vision_layer("Conv2d"), vision_layer("BatchNorm2d")
        layers, channels = [], 3
        for depth, width in zip(depths, (64, 128, 256, 512, 512)):
            for _ in range(depth):
                layers.append(conv(channels, width, 3, padding=1))
                layers += [norm(width)] if batch_norm else []
                layers.append(ReLUInPlace())
                channels = width
            layers.append(nn.MaxPool2d(2, 2))
        return VGG(nn.SequentialCell(*layers), **options)

    if weights or options.get("pretrained"):
        options["init_weights"] = False
    return vision_model(name, build, {"IMAGENET1K_V1": file}, weights, **options)
