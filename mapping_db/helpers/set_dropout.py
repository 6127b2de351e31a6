from mindspore import nn, ops


def set_dropout(layer, p):
    """``layer.p = …``: MindSpore's own dropout goes on with the share that it was made with."""
    layer.p = p
    if isinstance(layer, nn.Dropout):
        layer.keep_prob = None
        layer.dropout = ops.Dropout(1.0 - p) if p < 1 else lambda x: (ops.zeros_like(x), None)
    elif isinstance(layer, nn.Dropout1d):
        layer.prob = float(p)
    elif isinstance(layer, nn.Dropout2d):
        layer.keep_prob = 1.0 - p
        layer.dropout2d = ops.Dropout2D(layer.keep_prob)
    elif isinstance(layer, nn.Dropout3d):
        layer.keep_prob = 1.0 - p
        layer.dropout3d = ops.Dropout3D(layer.keep_prob)
