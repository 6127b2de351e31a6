# needs: StochasticDepth, TorchPermute, token_layer, vision_layer
from functools import partial

import mindspore as ms
from mindspore import Parameter, mint, nn, ops


class ConvNeXtBlock(nn.Cell):
    """ConvNeXt's block, which may be left out, by torchvision's names."""

    def __init__(self, dim, layer_scale, stochastic_depth_prob, norm_layer=None):
        super().__init__()
        self.block = nn.SequentialCell(
            vision_layer("Conv2d")(dim, dim, 7, padding=3, groups=dim),
            TorchPermute([0, 2, 3, 1]),
            (norm_layer or partial(token_layer("LayerNorm"), eps=1e-6))(dim),
            mint.nn.Linear(dim, 4 * dim),
            token_layer("GELU")(),
            mint.nn.Linear(4 * dim, dim),
            TorchPermute([0, 3, 1, 2]),
        )
        self.layer_scale = Parameter(ops.full((dim, 1, 1), layer_scale, dtype=ms.float32))
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")

    def construct(self, input):
        return self.stochastic_depth(self.layer_scale * self.block(input)) + input
