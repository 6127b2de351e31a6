# needs: softmax
from mindspore import mint, nn, ops


class VisionAttention(nn.Cell):
    """The self-attention of a vision transformer's block."""

    def __init__(
        self,
        dim,
        num_heads=8,
        qkv_bias=False,
        qk_norm=False,
        proj_bias=True,
        attn_drop=0.0,
        proj_drop=0.0,
        norm_layer=None,
    ):
        super().__init__()
        if dim % num_heads:
            raise ValueError("dim should be divisible by num_heads")
        self.num_heads = num_heads
        self.head_dim = dim // num_heads
        self.scale = self.head_dim**-0.5
        self.qkv = mint.nn.Linear(dim, dim * 3, bias=qkv_bias)
        self.q_norm = norm_layer(self.head_dim) if qk_norm else nn.Identity()
        self.k_norm = norm_layer(self.head_dim) if qk_norm else nn.Identity()
        self.attn_drop = nn.Dropout(p=attn_drop)
        self.proj = mint.nn.Linear(dim, dim, bias=proj_bias)
        self.proj_drop = nn.Dropout(p=proj_drop)

    def construct(self, x):
        batch, length, dim = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, self.num_heads, self.head_dim).permute(2, 0, 3, 1, 4)
        q, k, v = self.q_norm(qkv[0]), self.k_norm(qkv[1]), qkv[2]
        weights = self.attn_drop(softmax(ops.matmul(q * self.scale, k.swapaxes(-2, -1)), -1))
        x = ops.matmul(weights, v).swapaxes(1, 2).reshape(batch, length, dim)
        return self.proj_drop(self.proj(x))
