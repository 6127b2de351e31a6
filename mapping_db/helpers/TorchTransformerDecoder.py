import copy

from mindspore import nn


class TorchTransformerDecoder(nn.TransformerDecoder):
    """``nn.TransformerDecoder`` with torch's arguments."""

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__(decoder_layer, num_layers, norm=norm)
        # Copies of the layer that was given, with all that it has been made or subclassed for.
        self.layers = nn.CellList([copy.deepcopy(decoder_layer) for _ in range(num_layers)])

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
