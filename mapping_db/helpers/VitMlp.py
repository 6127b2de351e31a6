# needs: init_normal_, init_xavier_uniform_, token_layer, vision_layer
from mindspore import mint, nn


class VitMlp(nn.SequentialCell):
    """Two linear layers with what stands between them, of torchvision's vision transformer."""

    def __init__(self, in_dim, mlp_dim, dropout):
        drop, layers = vision_layer("Dropout"), (mint.nn.Linear(in_dim, mlp_dim), mint.nn.Linear(mlp_dim, in_dim))
        super().__init__(layers[0], token_layer("GELU")(), drop(p=dropout), layers[1], drop(p=dropout))
        for layer in layers:
            init_xavier_uniform_(layer.weight)
            init_normal_(layer.bias, std=1e-6)
