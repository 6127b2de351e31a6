import copy

from mindspore import nn


class TorchTransformerEncoder(nn.TransformerEncoder):
    """``nn.TransformerEncoder`` with torch's arguments."""

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__(encoder_layer, num_layers, norm=norm)
        # Copies of the layer that was given, with all that it has been made or subclassed for.
        self.layers = nn.CellList([copy.deepcopy(encoder_layer) for _ in range(num_layers)])

    def construct(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        return super().construct(src, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
