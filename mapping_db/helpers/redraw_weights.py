"""What torch's layers have, and MindSpore's lack: initial weights drawn again."""

# needs: init_uniform_, init_normal_, init_constant_, resets_itself

from mindspore import mint, nn, ops


def redraw_weights(layer, by_layer=True):
    """As ``layer.reset_parameters()``: a layer's own, or torch's initial values for MindSpore's layers, in place."""
    own = getattr(layer, "reset_parameters", None) if by_layer else None
    if own is not None:
        own()
        return
    if not resets_itself(layer):
        raise AttributeError(f"'{type(layer).__name__}' object has no attribute 'reset_parameters'")
    held = getattr(layer, "bn2d", layer)
    weights = dict(held.parameters_and_names(expand=False))
    hidden = getattr(layer, "hidden_size", None)
    if hidden is not None:  # recurrent layers
        for parameter in list(layer.get_parameters()):
            init_uniform_(parameter, -(hidden**-0.5), hidden**-0.5)
    elif isinstance(layer, (nn.Embedding, mint.nn.Embedding)):
        table = weights.get("embedding_table", weights.get("weight"))
        init_normal_(table)
        if layer.padding_idx is not None:
            table[layer.padding_idx] = ops.zeros_like(table[layer.padding_idx])
    elif weights and (weight := weights.get("weight")) is not None and weight.ndim > 1:  # also shared by name
        inputs = weight.shape[1] if type(layer).__name__.startswith("BiDense") else weight[0].size
        for parameter in weights.values():
            init_uniform_(parameter, -(inputs**-0.5), inputs**-0.5)
    else:  # normalisations
        ones = ("gamma", "weight", "moving_variance", "running_var")
        for name, parameter in weights.items():
            init_constant_(parameter, 0.25 if name == "w" else float(name in ones))
