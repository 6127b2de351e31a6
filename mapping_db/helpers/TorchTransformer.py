# needs: cast_parameters, TorchTransformerDecoder, TorchTransformerDecoderLayer
# needs: TorchTransformerEncoder, TorchTransformerEncoderLayer, square_subsequent_mask
from mindspore import nn


class TorchTransformer(nn.Transformer):
    """``nn.Transformer`` with torch's arguments."""

    def __init__(
        self,
        d_model=512,
        nhead=8,
        num_encoder_layers=6,
        num_decoder_layers=6,
        dim_feedforward=2048,
        dropout=0.1,
        activation="relu",
        custom_encoder=None,
        custom_decoder=None,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        sizes = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        if custom_encoder is None:
            norm = nn.LayerNorm((d_model,), epsilon=layer_norm_eps)
            norm.beta.requires_grad = bias
            custom_encoder = TorchTransformerEncoder(TorchTransformerEncoderLayer(*sizes), num_encoder_layers, norm)
        if custom_decoder is None:
            norm = nn.LayerNorm((d_model,), epsilon=layer_norm_eps)
            norm.beta.requires_grad = bias
            custom_decoder = TorchTransformerDecoder(TorchTransformerDecoderLayer(*sizes), num_decoder_layers, norm)
        super().__init__(
            d_model, nhead, batch_first=batch_first, custom_encoder=custom_encoder, custom_decoder=custom_decoder
        )
        cast_parameters(self, dtype)

    def construct(
        self,
        src,
        tgt,
        src_mask=None,
        tgt_mask=None,
        memory_mask=None,
        src_key_padding_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        src_is_causal=None,
        tgt_is_causal=None,
        memory_is_causal=False,
    ):
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """Zero on and below the diagonal, minus infinity above it."""
        return square_subsequent_mask(sz, dtype)
