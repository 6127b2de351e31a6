# needs: init_trunc_normal_, normalize, roll, vision_layer
import math

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, mint, nn, ops


class SwinAttention(nn.Cell):
    """Attention within windows, which may be shifted, by torchvision's names; that of version 2 where ``cosine`` says so."""

    def __init__(self, dim, window_size, shift_size, num_heads, attention_dropout=0.0, dropout=0.0, cosine=False):
        super().__init__()
        if len(window_size) != 2 or len(shift_size) != 2:
            raise ValueError("window_size and shift_size must be of length 2")
        self.window_size, self.shift_size = list(window_size), list(shift_size)
        self.num_heads, self.cosine = num_heads, cosine
        self.attention_dropout, self.dropout = attention_dropout, dropout
        self.qkv = mint.nn.Linear(dim, 3 * dim)
        self.proj = mint.nn.Linear(dim, dim)
        height, width = self.window_size
        rows, columns = (np.indices((height, width)).reshape(2, -1)).astype(np.int64)
        away = (rows[:, None] - rows + height - 1) * (2 * width - 1) + columns[:, None] - columns + width - 1
        if cosine:
            self.logit_scale = Parameter(ops.full((num_heads, 1, 1), math.log(10), dtype=ms.float32))
            self.cpb_mlp = nn.SequentialCell(
                mint.nn.Linear(2, 512), vision_layer("ReLU")(), mint.nn.Linear(512, num_heads, bias=False)
            )
            table = np.stack(np.meshgrid(np.arange(1 - height, height), np.arange(1 - width, width), indexing="ij"), -1)
            table = table * 8 / (np.array([height, width]) - 1)
            table = np.sign(table) * np.log2(np.abs(table) + 1.0) / 3.0
            self.register_buffer("relative_coords_table", Tensor(table[None].astype(np.float32)))
        else:
            self.relative_position_bias_table = Parameter(
                ops.zeros(((2 * height - 1) * (2 * width - 1), num_heads), ms.float32)
            )
            init_trunc_normal_(self.relative_position_bias_table, std=0.02)
        self.register_buffer("relative_position_index", Tensor(away.reshape(-1)))

    def get_relative_position_bias(self):
        """What is added for how far apart two places of a window are: one square for each head."""
        if self.cosine:
            table = 16 * ops.sigmoid(self.cpb_mlp(self.relative_coords_table).reshape(-1, self.num_heads))
        else:
            table = self.relative_position_bias_table
        size = self.window_size[0] * self.window_size[1]
        return table[self.relative_position_index].reshape(size, size, -1).permute(2, 0, 1).expand_dims(0)

    def _hidden(self, height, width, shift):
        """What a place must not see in the window: what the shift has brought there from the other side."""
        (tall, wide), region = self.window_size, np.zeros((height, width))
        for axis, (size, step) in enumerate(zip((tall, wide), shift)):
            part = np.zeros((height, width)[axis])
            part[-size:] = 1 if step else 0
            if step:
                part[-step:] = 2
            region += part[:, None] * 3 if axis == 0 else part
        region = (
            region.reshape(height // tall, tall, width // wide, wide).transpose(0, 2, 1, 3).reshape(-1, tall * wide)
        )
        return Tensor(np.where(region[:, None] != region[:, :, None], -100.0, 0.0).astype(np.float32))

    def construct(self, x):
        batch, height, width, channels = x.shape
        tall, wide = self.window_size
        below, beside = -height % tall, -width % wide
        if below or beside:
            x = ops.pad(x, (0, 0, 0, beside, 0, below))
        high, broad = height + below, width + beside
        shift = [0 if size >= full else step for size, full, step in zip((tall, wide), (high, broad), self.shift_size)]
        if any(shift):
            x = roll(x, (-shift[0], -shift[1]), (1, 2))
        windows, heads = (high // tall) * (broad // wide), self.num_heads
        x = x.reshape(batch, high // tall, tall, broad // wide, wide, channels).permute(0, 1, 3, 2, 4, 5)
        x = x.reshape(batch * windows, tall * wide, channels)
        bias = self.qkv.bias
        if self.cosine and bias is not None:  # keys have none
            bias = ops.cat((bias[:channels], ops.zeros_like(bias[:channels]), bias[2 * channels :]))
        qkv = ops.dense(x, self.qkv.weight, bias).reshape(-1, tall * wide, 3, heads, channels // heads)
        query, key, value = qkv.permute(2, 0, 3, 1, 4)
        if self.cosine:
            query, key = normalize(query, dim=-1), normalize(key, dim=-1)
            scale = ops.exp(ops.clamp(self.logit_scale, max=math.log(100.0)))
        else:
            scale = (channels // heads) ** -0.5
        weights = ops.matmul(query * scale if not self.cosine else query, key.swapaxes(-2, -1))
        weights = (weights * scale if self.cosine else weights) + self.get_relative_position_bias()
        if any(shift):
            hidden = self._hidden(high, broad, shift).expand_dims(1).expand_dims(0)
            weights = weights.reshape(batch, windows, heads, tall * wide, tall * wide) + hidden
            weights = weights.reshape(-1, heads, tall * wide, tall * wide)
        weights = ops.dropout(ops.softmax(weights, -1), self.attention_dropout, self.training)
        x = ops.matmul(weights, value).swapaxes(1, 2).reshape(-1, tall * wide, channels)
        x = ops.dropout(self.proj(x), self.dropout, self.training)
        x = x.reshape(batch, high // tall, broad // wide, tall, wide, channels).permute(0, 1, 3, 2, 4, 5)
        x = x.reshape(batch, high, broad, channels)
        if any(shift):
            x = roll(x, (shift[0], shift[1]), (1, 2))
        return x[:, :height, :width] if below or beside else x
