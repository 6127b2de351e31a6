# needs: GoogLeNetAux, GoogLeNetBlock, GoogLeNetOutputs, InceptionConv2d
# needs: inception_input, init_trunc_normal_, vision_convolutions, vision_layer
from mindspore import mint, nn


class TorchGoogLeNet(nn.Cell):
    """The network of Szegedy et al. (2014), by torchvision's names; in training its classifiers half way speak, too."""

    def __init__(
        self,
        num_classes=1000,
        aux_logits=True,
        transform_input=False,
        init_weights=None,
        blocks=None,
        dropout=0.2,
        dropout_aux=0.7,
    ):
        super().__init__()
        conv, block, aux = blocks or (InceptionConv2d, GoogLeNetBlock, GoogLeNetAux)
        self.aux_logits, self.transform_input = aux_logits, transform_input

        def pool(size):
            return nn.MaxPool2d(size, 2, pad_mode="pad", ceil_mode=True)

        self.conv1 = conv(3, 64, kernel_size=7, stride=2, padding=3)
        self.maxpool1 = pool(3)
        self.conv2 = conv(64, 64, kernel_size=1)
        self.conv3 = conv(64, 192, kernel_size=3, padding=1)
        self.maxpool2 = pool(3)
        self.inception3a = block(192, 64, 96, 128, 16, 32, 32)
        self.inception3b = block(256, 128, 128, 192, 32, 96, 64)
        self.maxpool3 = pool(3)
        self.inception4a = block(480, 192, 96, 208, 16, 48, 64)
        self.inception4b = block(512, 160, 112, 224, 24, 64, 64)
        self.inception4c = block(512, 128, 128, 256, 24, 64, 64)
        self.inception4d = block(512, 112, 144, 288, 32, 64, 64)
        self.inception4e = block(528, 256, 160, 320, 32, 128, 128)
        self.maxpool4 = pool(2)
        self.inception5a = block(832, 256, 160, 320, 32, 128, 128)
        self.inception5b = block(832, 384, 192, 384, 48, 128, 128)
        self.aux1 = aux(512, num_classes, dropout=dropout_aux) if aux_logits else None
        self.aux2 = aux(528, num_classes, dropout=dropout_aux) if aux_logits else None
        self.avgpool = vision_layer("AdaptiveAvgPool2d")((1, 1))
        self.dropout = vision_layer("Dropout")(p=dropout)
        self.fc = mint.nn.Linear(1024, num_classes)
        if init_weights is None or init_weights:
            linear = [cell for _, cell in self.cells_and_names() if isinstance(cell, mint.nn.Linear)]
            for layer in [*vision_convolutions(self), *linear]:
                init_trunc_normal_(layer.weight, std=0.01, a=-2, b=2)

    def construct(self, x):
        if self.transform_input:
            x = inception_input(x)
        asked = self.training and self.aux_logits
        x = self.maxpool2(self.conv3(self.conv2(self.maxpool1(self.conv1(x)))))
        x = self.inception4a(self.maxpool3(self.inception3b(self.inception3a(x))))
        first = self.aux1(x) if asked and self.aux1 is not None else None
        x = self.inception4d(self.inception4c(self.inception4b(x)))
        second = self.aux2(x) if asked and self.aux2 is not None else None
        x = self.inception5b(self.inception5a(self.maxpool4(self.inception4e(x))))
        x = self.fc(self.dropout(self.avgpool(x).flatten(start_dim=1)))
        return GoogLeNetOutputs(x, second, first) if asked else x
