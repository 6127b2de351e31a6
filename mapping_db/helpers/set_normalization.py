from mindspore import nn, ops


def set_normalization(layer, **settings):
    """``layer.momentum = …`` and ``layer.eps = …``: MindSpore's own layers go on computing with what they were made with."""
    for name, value in settings.items():
        setattr(layer, name, value)
    if isinstance(layer, nn.BatchNorm3d):
        set_normalization(layer.bn2d, **settings)
    elif isinstance(layer, (nn.BatchNorm1d, nn.BatchNorm2d)):
        if layer.momentum is None:
            raise NotImplementedError("momentum=None: MindSpore has no cumulative average")
        kept = {"epsilon": float(layer.eps), "data_format": layer.format}
        layer.bn_train = ops.BatchNorm(is_training=True, momentum=float(layer.momentum), **kept)
        layer.bn_infer = ops.BatchNorm(is_training=False, **kept)
    elif isinstance(layer, nn.LayerNorm) and "eps" in settings:
        layer.epsilon = settings["eps"]
        axes = {"begin_norm_axis": layer.begin_norm_axis, "begin_params_axis": layer.begin_params_axis}
        layer.layer_norm = ops.LayerNorm(epsilon=float(layer.epsilon), **axes)
