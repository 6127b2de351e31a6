# needs: zero_projection_biases
from mindspore import nn, ops


class TorchMultiheadAttention(nn.MultiheadAttention):
    """``nn.MultiheadAttention`` with torch's arguments; it returns a pair, with ``need_weights=False`` too."""

    __call__ = nn.Cell.__call__  # MindSpore's own takes the first three arguments for query, key and value

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        super().__init__(
            embed_dim,
            num_heads,
            dropout=dropout,
            has_bias=bias,
            add_bias_kv=add_bias_kv,
            add_zero_attn=add_zero_attn,
            kdim=kdim,
            vdim=vdim,
            batch_first=batch_first,
            **({} if dtype is None else {"dtype": dtype}),
        )
        zero_projection_biases(self)

    def construct(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        blind = None
        if key_padding_mask is not None:
            boolean = key_padding_mask.dtype.__class__.__name__ == "Bool"
            hidden = key_padding_mask if boolean else key_padding_mask == float("-inf")
            blind = hidden.all(-1)  # samples without a key, whose softmax would leave memory as it was
            key_padding_mask = key_padding_mask.masked_fill(blind.expand_dims(-1), False if boolean else 0.0)
        alone = key.shape[1 if self.batch_first and key.ndim == 3 else 0] == 1 and self.bias_k is None
        if alone and not self.add_zero_attn:
            key, value, key_padding_mask, attn_mask = self._beside_nothing(
                query, key, value, key_padding_mask, attn_mask
            )
        out = super().construct(
            query,
            key,
            value,
            key_padding_mask=key_padding_mask,
            need_weights=need_weights,
            attn_mask=attn_mask,
            average_attn_weights=average_attn_weights,
        )
        out, weights = (out[0], out[1]) if need_weights else (out[0] if isinstance(out, tuple) else out, None)
        if alone and not self.add_zero_attn and need_weights:
            weights = weights[..., :1]
        if blind is None:
            return out, weights
        if need_weights:
            weights = weights.masked_fill(blind.reshape(blind.shape + (1,) * (weights.ndim - blind.ndim)), float("nan"))
            rest = ops.full_like(out, float("nan"))
        else:
            rest = ops.zeros_like(out) if self.out_proj.bias is None else self.out_proj.bias.broadcast_to(out.shape)
        batch = blind.shape if self.batch_first else (1,) * blind.ndim + blind.shape
        return ops.where(blind.reshape(batch + (1,) * (out.ndim - len(batch))), rest, out), weights

    def _beside_nothing(self, query, key, value, key_padding_mask, attn_mask):
        """A single key beside a hidden one: after the gradient of a softmax over one, MindSpore 2.10's are wrong on a CPU."""
        axis = 1 if self.batch_first and key.ndim == 3 else 0
        key, value = ops.cat([key, ops.zeros_like(key)], axis), ops.cat([value, ops.zeros_like(value)], axis)
        if key_padding_mask is not None:
            hidden = key_padding_mask.dtype.__class__.__name__ == "Bool"
            last = ops.full_like(key_padding_mask, True if hidden else float("-inf"))
            key_padding_mask = ops.cat([key_padding_mask, last], -1)
            if attn_mask is not None:
                attn_mask = ops.cat([attn_mask, ops.zeros_like(attn_mask)], -1)
            return key, value, key_padding_mask, attn_mask
        if attn_mask is None:
            attn_mask = ops.zeros((query.shape[axis], 1), key.dtype)
        hidden = attn_mask.dtype.__class__.__name__ == "Bool"
        last = ops.ones_like(attn_mask) if hidden else ops.full_like(attn_mask, float("-inf"))
        return key, value, None, ops.cat([attn_mask, last], -1)
