# needs: ReLUInPlace, vision_layer
from collections import OrderedDict

from mindspore import nn


class DenseNetTransition(nn.SequentialCell):
    """What halves the picture between two blocks of DenseNet; by torchvision's names."""

    def __init__(self, num_input_features, num_output_features):
        norm = vision_layer("BatchNorm2d")(num_input_features)
        conv = vision_layer("Conv2d")(num_input_features, num_output_features, 1, bias=False)
        layers = {"norm": norm, "relu": ReLUInPlace(), "conv": conv, "pool": nn.AvgPool2d(2, 2)}
        super().__init__(OrderedDict(layers))
