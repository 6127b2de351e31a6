from mindspore import nn


def without_bias(layer):
    """Takes the biases out of what stands around attention in a layer of a transformer; gives the layer."""
    for name, cell in layer.name_cells().items():
        if isinstance(cell, nn.Dense):
            new = nn.Dense(cell.in_channels, cell.out_channels, has_bias=False)
            new.weight.set_data(cell.weight)
            setattr(layer, name, new)
        elif isinstance(cell, nn.LayerNorm):
            cell.beta.requires_grad = False  # stays 0
    return layer
