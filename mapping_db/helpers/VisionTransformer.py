# needs: Conv2dNormActivation, NamedStack, VitEncoder
# needs: init_constant_, init_normal_, init_trunc_normal_, token_layer, vision_layer
import math
from collections import OrderedDict
from functools import partial

import mindspore as ms
from mindspore import Parameter, mint, nn, ops


class VisionTransformer(nn.Cell):
    """The networks of Dosovitskiy et al. (2020), by torchvision's names."""

    def __init__(
        self,
        image_size,
        patch_size,
        num_layers,
        num_heads,
        hidden_dim,
        mlp_dim,
        dropout=0.0,
        attention_dropout=0.0,
        num_classes=1000,
        representation_size=None,
        norm_layer=None,
        conv_stem_configs=None,
    ):
        super().__init__()
        if image_size % patch_size:
            raise ValueError(f"An image of {image_size} has no whole patches of {patch_size}")
        self.image_size, self.patch_size = image_size, patch_size
        self.hidden_dim, self.mlp_dim = hidden_dim, mlp_dim
        self.attention_dropout, self.dropout = attention_dropout, dropout
        self.num_classes, self.representation_size = num_classes, representation_size
        self.norm_layer = norm_layer or partial(token_layer("LayerNorm"), eps=1e-6)
        self.conv_proj = self._stem(conv_stem_configs)
        self.class_token = Parameter(ops.zeros((1, 1, hidden_dim), ms.float32))
        self.seq_length = (image_size // patch_size) ** 2 + 1
        options = (num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, self.norm_layer)
        self.encoder = VitEncoder(self.seq_length, num_layers, *options)
        heads = OrderedDict()
        if representation_size is None:
            heads["head"] = mint.nn.Linear(hidden_dim, num_classes)
        else:
            heads["pre_logits"] = mint.nn.Linear(hidden_dim, representation_size)
            heads["act"] = vision_layer("Tanh")()
            heads["head"] = mint.nn.Linear(representation_size, num_classes)
            init_trunc_normal_(heads["pre_logits"].weight, std=math.sqrt(1 / hidden_dim))
            init_constant_(heads["pre_logits"].bias, 0)
        init_constant_(heads["head"].weight, 0)
        init_constant_(heads["head"].bias, 0)
        self.heads = NamedStack(heads)

    def _stem(self, configs):
        conv = vision_layer("Conv2d")
        if configs is None:
            patches = conv(3, self.hidden_dim, self.patch_size, stride=self.patch_size)
            init_trunc_normal_(patches.weight, std=math.sqrt(1 / (3 * self.patch_size**2)))
            init_constant_(patches.bias, 0)
            return patches
        layers, channels = OrderedDict(), 3
        for number, one in enumerate(configs):
            layers[f"conv_bn_relu_{number}"] = Conv2dNormActivation(
                channels,
                one.out_channels,
                one.kernel_size,
                one.stride,
                norm_layer=one.norm_layer,
                activation_layer=one.activation_layer,
            )
            channels = one.out_channels
        last = layers["conv_last"] = conv(channels, self.hidden_dim, 1)
        init_normal_(last.weight, std=math.sqrt(2 / self.hidden_dim))
        init_constant_(last.bias, 0)
        return NamedStack(layers)

    def _process_input(self, x):
        if x.shape[2:] != (self.image_size, self.image_size):
            raise ValueError(f"The images are {x.shape[2:]}, not {self.image_size} by {self.image_size}")
        return self.conv_proj(x).flatten(start_dim=2).permute(0, 2, 1)

    def construct(self, x):
        x = self._process_input(x)
        first = self.class_token.broadcast_to((x.shape[0], 1, self.hidden_dim))
        return self.heads(self.encoder(ops.cat((first, x), 1))[:, 0])
