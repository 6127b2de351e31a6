# needs: BasicBlock, Bottleneck, ReLUInPlace
# needs: init_constant_, init_kaiming_normal_, layer_parameter, vision_convolutions, vision_layer
from mindspore import mint, nn


class ResNet(nn.Cell):
    """Residual networks (He et al., 2015; ResNeXt; wide ones) by torchvision's names of layers and methods."""

    def __init__(
        self,
        block,
        layers,
        num_classes=1000,
        zero_init_residual=False,
        groups=1,
        width_per_group=64,
        replace_stride_with_dilation=None,
        norm_layer=None,
    ):
        super().__init__()
        dilated = replace_stride_with_dilation or [False, False, False]
        if len(dilated) != 3:
            raise ValueError("replace_stride_with_dilation: None or three values")
        self._norm_layer = norm_layer or vision_layer("BatchNorm2d")
        self.inplanes, self.dilation = 64, 1
        self.groups, self.base_width = groups, width_per_group
        self.conv1 = vision_layer("Conv2d")(3, 64, 7, stride=2, padding=3, bias=False)
        self.bn1 = self._norm_layer(64)
        self.relu = ReLUInPlace()
        self.maxpool = nn.MaxPool2d(3, 2, pad_mode="pad", padding=1)
        self.layer1 = self._make_layer(block, 64, layers[0])
        self.layer2 = self._make_layer(block, 128, layers[1], stride=2, dilate=dilated[0])
        self.layer3 = self._make_layer(block, 256, layers[2], stride=2, dilate=dilated[1])
        self.layer4 = self._make_layer(block, 512, layers[3], stride=2, dilate=dilated[2])
        self.avgpool = vision_layer("AdaptiveAvgPool2d")((1, 1))
        self.fc = mint.nn.Linear(512 * block.expansion, num_classes)
        for convolution in vision_convolutions(self):
            init_kaiming_normal_(convolution.weight, mode="fan_out", nonlinearity="relu")
        for _, cell in self.cells_and_names() if zero_init_residual else ():
            if isinstance(cell, (BasicBlock, Bottleneck)):
                last = cell.bn3 if isinstance(cell, Bottleneck) else cell.bn2
                scale = layer_parameter(last, "weight", None)
                if scale is not None:
                    init_constant_(scale, 0)

    def _make_layer(self, block, planes, blocks, stride=1, dilate=False):
        first_dilation, outer = self.dilation, planes * block.expansion
        if dilate:
            self.dilation, stride = self.dilation * stride, 1
        downsample = None
        if stride != 1 or self.inplanes != outer:
            convolution = vision_layer("Conv2d")(self.inplanes, outer, 1, stride=stride, bias=False)
            downsample = nn.SequentialCell(convolution, self._norm_layer(outer))
        made = []
        for number in range(blocks):
            first = number == 0
            made.append(
                block(
                    self.inplanes,
                    planes,
                    stride=stride if first else 1,
                    downsample=downsample if first else None,
                    groups=self.groups,
                    base_width=self.base_width,
                    dilation=first_dilation if first else self.dilation,
                    norm_layer=self._norm_layer,
                )
            )
            self.inplanes = outer
        return nn.SequentialCell(*made)

    def _forward_impl(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(self.avgpool(x).flatten(start_dim=1))

    def construct(self, x):
        return self._forward_impl(x)
