from mindspore import nn


def without_bias(layer):
    """Takes the biases out of a layer of a transformer, whose class in MindSpore always makes them; gives the layer."""
    for name, cell in layer.name_cells().items():
        if isinstance(cell, nn.MultiheadAttention):
            size, heads = cell.embed_dim, cell.num_heads
            new = nn.MultiheadAttention(size, heads, cell.dropout, has_bias=False, batch_first=cell.batch_first)
        elif isinstance(cell, nn.Dense):
            new = nn.Dense(cell.in_channels, cell.out_channels, has_bias=False)
            new.weight.set_data(cell.weight)
        else:
            if isinstance(cell, nn.LayerNorm):
                cell.beta.requires_grad = False  # stays 0
            continue
        setattr(layer, name, new)
    return layer
