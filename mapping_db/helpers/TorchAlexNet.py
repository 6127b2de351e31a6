# needs: ReLUInPlace, vision_layer
from mindspore import mint, nn


class TorchAlexNet(nn.Cell):
    """The network of Krizhevsky (2014), by torchvision's names."""

    def __init__(self, num_classes=1000, dropout=0.5):
        super().__init__()
        conv, drop = vision_layer("Conv2d"), vision_layer("Dropout")
        self.features = nn.SequentialCell(
            conv(3, 64, 11, stride=4, padding=2),
            ReLUInPlace(),
            nn.MaxPool2d(3, 2),
            conv(64, 192, 5, padding=2),
            ReLUInPlace(),
            nn.MaxPool2d(3, 2),
            conv(192, 384, 3, padding=1),
            ReLUInPlace(),
            conv(384, 256, 3, padding=1),
            ReLUInPlace(),
            conv(256, 256, 3, padding=1),
            ReLUInPlace(),
            nn.MaxPool2d(3, 2),
        )
        self.avgpool = vision_layer("AdaptiveAvgPool2d")((6, 6))
        self.classifier = nn.SequentialCell(
            drop(p=dropout),
            mint.nn.Linear(256 * 6 * 6, 4096),
            ReLUInPlace(),
            drop(p=dropout),
            mint.nn.Linear(4096, 4096),
            ReLUInPlace(),
            mint.nn.Linear(4096, num_classes),
        )

    def construct(self, x):
        return self.classifier(self.avgpool(self.features(x)).flatten(start_dim=1))
