# needs: cast_parameters, TorchMultiheadAttention, without_bias
from mindspore import nn


class TorchTransformerDecoderLayer(nn.TransformerDecoderLayer):
    """``nn.TransformerDecoderLayer`` with torch's arguments."""

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation="relu",
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__(
            d_model,
            nhead,
            dim_feedforward=dim_feedforward,
            dropout=dropout,
            activation=activation,
            layer_norm_eps=layer_norm_eps,
            batch_first=batch_first,
            norm_first=norm_first,
        )
        self.self_attn = TorchMultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first)
        self.multihead_attn = TorchMultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first)
        if not bias:
            without_bias(self)
        cast_parameters(self, dtype)

    def construct(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal=False,
        memory_is_causal=False,
    ):
        return super().construct(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
