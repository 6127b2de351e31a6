from mindspore import mint, nn


class VisionMlp(nn.Cell):
    """The two linear layers of a vision transformer's block."""

    def __init__(
        self,
        in_features,
        hidden_features=None,
        out_features=None,
        act_layer=None,
        norm_layer=None,
        bias=True,
        drop=0.0,
    ):
        super().__init__()
        hidden = hidden_features or in_features
        biases = bias if isinstance(bias, (tuple, list)) else (bias, bias)
        drops = drop if isinstance(drop, (tuple, list)) else (drop, drop)
        self.fc1 = mint.nn.Linear(in_features, hidden, bias=biases[0])
        self.act = act_layer() if act_layer is not None else nn.GELU(approximate=False)
        self.drop1 = nn.Dropout(p=drops[0])
        self.norm = norm_layer(hidden) if norm_layer is not None else nn.Identity()
        self.fc2 = mint.nn.Linear(hidden, out_features or in_features, bias=biases[1])
        self.drop2 = nn.Dropout(p=drops[1])

    def construct(self, x):
        x = self.drop1(self.act(self.fc1(x)))
        return self.drop2(self.fc2(self.norm(x)))
