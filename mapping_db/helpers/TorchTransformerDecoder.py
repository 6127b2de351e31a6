from mindspore import nn


class TorchTransformerDecoder(nn.TransformerDecoder):
    """``nn.TransformerDecoder`` with torch's arguments."""

    def construct(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal=None,
        memory_is_causal=False,
    ):
        return super().construct(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
