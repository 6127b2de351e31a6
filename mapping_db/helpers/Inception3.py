# needs: InceptionA, InceptionAux, InceptionB, InceptionC, InceptionConv2d, InceptionD, InceptionE, InceptionOutputs
# needs: inception_input, init_trunc_normal_, vision_convolutions, vision_layer
from mindspore import mint, nn


class Inception3(nn.Cell):
    """The network of Szegedy et al. (2015), by torchvision's names: in training it gives what a classifier half way says, too."""

    def __init__(
        self,
        num_classes=1000,
        aux_logits=True,
        transform_input=False,
        inception_blocks=None,
        init_weights=None,
        dropout=0.5,
    ):
        super().__init__()
        own = (InceptionConv2d, InceptionA, InceptionB, InceptionC, InceptionD, InceptionE, InceptionAux)
        conv, a, b, c, d, e, aux = inception_blocks or own
        self.aux_logits, self.transform_input = aux_logits, transform_input
        self.Conv2d_1a_3x3 = conv(3, 32, kernel_size=3, stride=2)
        self.Conv2d_2a_3x3 = conv(32, 32, kernel_size=3)
        self.Conv2d_2b_3x3 = conv(32, 64, kernel_size=3, padding=1)
        self.maxpool1 = nn.MaxPool2d(3, 2)
        self.Conv2d_3b_1x1 = conv(64, 80, kernel_size=1)
        self.Conv2d_4a_3x3 = conv(80, 192, kernel_size=3)
        self.maxpool2 = nn.MaxPool2d(3, 2)
        self.Mixed_5b = a(192, pool_features=32)
        self.Mixed_5c = a(256, pool_features=64)
        self.Mixed_5d = a(288, pool_features=64)
        self.Mixed_6a = b(288)
        self.Mixed_6b = c(768, channels_7x7=128)
        self.Mixed_6c = c(768, channels_7x7=160)
        self.Mixed_6d = c(768, channels_7x7=160)
        self.Mixed_6e = c(768, channels_7x7=192)
        self.AuxLogits = aux(768, num_classes) if aux_logits else None
        self.Mixed_7a = d(768)
        self.Mixed_7b = e(1280)
        self.Mixed_7c = e(2048)
        self.avgpool = vision_layer("AdaptiveAvgPool2d")((1, 1))
        self.dropout = vision_layer("Dropout")(p=dropout)
        self.fc = mint.nn.Linear(2048, num_classes)
        if init_weights is None or init_weights:
            linear = [cell for _, cell in self.cells_and_names() if isinstance(cell, mint.nn.Linear)]
            for layer in [*vision_convolutions(self), *linear]:
                init_trunc_normal_(layer.weight, std=getattr(layer, "stddev", 0.1), a=-2, b=2)

    def construct(self, x):
        if self.transform_input:
            x = inception_input(x)
        asked = self.training and self.aux_logits
        x = self.maxpool1(self.Conv2d_2b_3x3(self.Conv2d_2a_3x3(self.Conv2d_1a_3x3(x))))
        x = self.maxpool2(self.Conv2d_4a_3x3(self.Conv2d_3b_1x1(x)))
        x = self.Mixed_6a(self.Mixed_5d(self.Mixed_5c(self.Mixed_5b(x))))
        x = self.Mixed_6e(self.Mixed_6d(self.Mixed_6c(self.Mixed_6b(x))))
        aux = self.AuxLogits(x) if asked and self.AuxLogits is not None else None
        x = self.Mixed_7c(self.Mixed_7b(self.Mixed_7a(x)))
        x = self.fc(self.dropout(self.avgpool(x)).flatten(start_dim=1))
        return InceptionOutputs(x, aux) if asked else x
