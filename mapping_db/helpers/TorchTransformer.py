from mindspore import nn, ops


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
        if not bias:
            raise NotImplementedError("Transformer without bias")
        super().__init__(
            d_model,
            nhead,
            num_encoder_layers,
            num_decoder_layers,
            dim_feedforward,
            dropout,
            activation,
            custom_encoder,
            custom_decoder,
            layer_norm_eps,
            batch_first,
            norm_first,
        )

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
        return super().construct(
            src,
            tgt,
            src_mask,
            tgt_mask,
            memory_mask,
            src_key_padding_mask,
            tgt_key_padding_mask,
            memory_key_padding_mask,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """Zero on and below the diagonal, minus infinity above it."""
        mask = ops.triu(ops.ones((sz, sz)), 1).bool()
        return ops.zeros((sz, sz)).masked_fill(mask, float("-inf"))
