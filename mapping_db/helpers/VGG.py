# needs: ReLUInPlace, init_constant_, init_kaiming_normal_, init_normal_, vision_convolutions, vision_layer
from mindspore import mint, nn


class VGG(nn.Cell):
    """The networks of Simonyan and Zisserman (2014) around given ``features``, by torchvision's names."""

    def __init__(self, features, num_classes=1000, init_weights=True, dropout=0.5):
        super().__init__()
        drop, later = vision_layer("Dropout"), {"weight_init": "zeros", "bias_init": "zeros"} if init_weights else {}
        self.features = features
        self.avgpool = vision_layer("AdaptiveAvgPool2d")((7, 7))
        self.classifier = nn.SequentialCell(
            mint.nn.Linear(512 * 7 * 7, 4096, **later),
            ReLUInPlace(),
            drop(p=dropout),
            mint.nn.Linear(4096, 4096, **later),
            ReLUInPlace(),
            drop(p=dropout),
            mint.nn.Linear(4096, num_classes, **later),
        )
        if init_weights:
            self._draw_weights()

    def _draw_weights(self):
        for convolution in vision_convolutions(self):
            init_kaiming_normal_(convolution.weight, mode="fan_out", nonlinearity="relu")
            if convolution.bias is not None:
                init_constant_(convolution.bias, 0)
        for number in (0, 3, 6):
            init_normal_(self.classifier[number].weight, 0, 0.01)

    def construct(self, x):
        return self.classifier(self.avgpool(self.features(x)).flatten(start_dim=1))
