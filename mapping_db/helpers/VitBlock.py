# needs: TorchMultiheadAttention, VitMlp, vision_layer
from mindspore import nn


class VitBlock(nn.Cell):
    """A layer of torchvision's vision transformer: attention and a perceptron, each normalised before and added."""

    def __init__(self, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer):
        super().__init__()
        self.num_heads = num_heads
        self.ln_1 = norm_layer(hidden_dim)
        self.self_attention = TorchMultiheadAttention(
            hidden_dim, num_heads, dropout=attention_dropout, batch_first=True
        )
        self.dropout = vision_layer("Dropout")(p=dropout)
        self.ln_2 = norm_layer(hidden_dim)
        self.mlp = VitMlp(hidden_dim, mlp_dim, dropout)

    def construct(self, input):
        x = self.ln_1(input)
        x, _ = self.self_attention(x, x, x, need_weights=False)
        x = self.dropout(x) + input
        return x + self.mlp(self.ln_2(x))
