# needs: SwinBlock, SwinMerging, TorchPermute
# needs: init_constant_, init_trunc_normal_, token_layer, vision_layer
from functools import partial

from mindspore import mint, nn


class SwinTransformer(nn.Cell):
    """The networks of Liu et al. (2021) by torchvision's names, and with ``second`` those of version 2 (2022)."""

    def __init__(
        self,
        patch_size,
        embed_dim,
        depths,
        num_heads,
        window_size,
        mlp_ratio=4.0,
        dropout=0.0,
        attention_dropout=0.0,
        stochastic_depth_prob=0.1,
        num_classes=1000,
        norm_layer=None,
        second=False,
    ):
        super().__init__()
        self.num_classes = num_classes
        norm = norm_layer or partial(token_layer("LayerNorm"), eps=1e-5)
        patches = vision_layer("Conv2d")(3, embed_dim, tuple(patch_size), stride=tuple(patch_size))
        layers = [nn.SequentialCell(patches, TorchPermute([0, 2, 3, 1]), norm(embed_dim))]
        number, width, rest = 0, embed_dim, (dropout, attention_dropout)
        for stage, (count, heads) in enumerate(zip(depths, num_heads)):
            blocks = []
            for place in range(count):
                left_out = stochastic_depth_prob * number / (sum(depths) - 1)
                shift = [size // 2 if place % 2 else 0 for size in window_size]
                blocks.append(SwinBlock(width, heads, window_size, shift, mlp_ratio, *rest, left_out, norm, second))
                number += 1
            layers.append(nn.SequentialCell(*blocks))
            if stage < len(depths) - 1:
                layers.append(SwinMerging(width, norm, second))
                width *= 2
        self.features = nn.SequentialCell(*layers)
        self.norm = norm(width)
        self.permute = TorchPermute([0, 3, 1, 2])
        self.avgpool = vision_layer("AdaptiveAvgPool2d")(1)
        self.flatten = vision_layer("Flatten")()
        self.head = mint.nn.Linear(width, num_classes)
        for _, cell in self.cells_and_names():
            if isinstance(cell, mint.nn.Linear):
                init_trunc_normal_(cell.weight, std=0.02)
                if cell.bias is not None:
                    init_constant_(cell.bias, 0)

    def construct(self, x):
        x = self.permute(self.norm(self.features(x)))
        return self.head(self.flatten(self.avgpool(x)))
