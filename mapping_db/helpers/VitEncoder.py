# needs: NamedStack, VitBlock, init_normal_, vision_layer
from collections import OrderedDict

import mindspore as ms
from mindspore import Parameter, nn, ops


class VitEncoder(nn.Cell):
    """The layers of torchvision's vision transformer, with what is learned of each place."""

    def __init__(self, seq_length, num_layers, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer):
        super().__init__()
        self.pos_embedding = Parameter(ops.zeros((1, seq_length, hidden_dim), ms.float32))
        init_normal_(self.pos_embedding, std=0.02)
        self.dropout = vision_layer("Dropout")(p=dropout)
        options = (num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer)
        self.layers = NamedStack(
            OrderedDict((f"encoder_layer_{number}", VitBlock(*options)) for number in range(num_layers))
        )
        self.ln = norm_layer(hidden_dim)

    def construct(self, input):
        return self.ln(self.layers(self.dropout(input + self.pos_embedding)))
