# needs: StochasticDepth, SwinAttention, VitMlp
from mindspore import nn


class SwinBlock(nn.Cell):
    """A layer of torchvision's swin transformer; version 2 normalises what is added, version 1 what goes in."""

    def __init__(self, dim, heads, window, shift, ratio, dropout, attention_dropout, left_out, norm_layer, second):
        super().__init__()
        self.norm1 = norm_layer(dim)
        self.attn = SwinAttention(dim, window, shift, heads, attention_dropout, dropout, cosine=second)
        self.stochastic_depth = StochasticDepth(left_out, "row")
        self.norm2 = norm_layer(dim)
        self.mlp = VitMlp(dim, int(dim * ratio), dropout)
        self._second = second

    def construct(self, x):
        if self._second:
            x = x + self.stochastic_depth(self.norm1(self.attn(x)))
            return x + self.stochastic_depth(self.norm2(self.mlp(x)))
        x = x + self.stochastic_depth(self.attn(self.norm1(x)))
        return x + self.stochastic_depth(self.mlp(self.norm2(x)))
