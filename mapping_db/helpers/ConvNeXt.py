# needs: Conv2dNormActivation, ConvNeXtBlock
# needs: init_constant_, init_trunc_normal_, vision_convolutions, vision_layer, vision_layer_norm2d
from functools import partial

from mindspore import mint, nn


class ConvNeXt(nn.Cell):
    """The networks of Liu et al. (2022), by torchvision's names: ``widths`` and ``depths`` of their four stages."""

    def __init__(
        self,
        widths,
        depths,
        stochastic_depth_prob=0.0,
        layer_scale=1e-6,
        num_classes=1000,
        block=None,
        norm_layer=None,
    ):
        super().__init__()
        block, norm = block or ConvNeXtBlock, norm_layer or partial(vision_layer_norm2d, eps=1e-6)
        given = {"padding": 0, "norm_layer": norm, "activation_layer": None, "bias": True}
        layers, number, last = [Conv2dNormActivation(3, widths[0], 4, 4, **given)], 0, sum(depths) - 1.0
        for width, count, after in zip(widths, depths, [*widths[1:], None]):
            blocks = [
                block(width, layer_scale, stochastic_depth_prob * place / last)
                for place in range(number, number + count)
            ]
            layers.append(nn.SequentialCell(*blocks))
            number += count
            if after is not None:
                layers.append(nn.SequentialCell(norm(width), vision_layer("Conv2d")(width, after, 2, stride=2)))
        self.features = nn.SequentialCell(*layers)
        self.avgpool = vision_layer("AdaptiveAvgPool2d")(1)
        self.classifier = nn.SequentialCell(
            norm(widths[-1]), vision_layer("Flatten")(), mint.nn.Linear(widths[-1], num_classes)
        )
        linear = [cell for _, cell in self.cells_and_names() if isinstance(cell, mint.nn.Linear)]
        for layer in [*vision_convolutions(self), *linear]:
            init_trunc_normal_(layer.weight, std=0.02)
            if layer.bias is not None:
                init_constant_(layer.bias, 0)

    def _forward_impl(self, x):
        return self.classifier(self.avgpool(self.features(x)))

    def construct(self, x):
        return self._forward_impl(x)
