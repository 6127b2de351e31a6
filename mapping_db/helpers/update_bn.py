# needs: set_normalization
from mindspore import nn, ops


def update_bn(loader, model, device=None):
    """Torch's: the statistics of batch normalisations are those of all batches of a loader, each weighing the same."""
    layers = [cell for _, cell in model.cells_and_names() if isinstance(cell, (nn.BatchNorm1d, nn.BatchNorm2d))]
    if not layers:
        return
    before, training = [layer.momentum for layer in layers], model.training
    for layer in layers:
        ops.assign(layer.moving_mean, ops.zeros_like(layer.moving_mean))
        ops.assign(layer.moving_variance, ops.ones_like(layer.moving_variance))
    model.set_train()
    for number, batch in enumerate(loader, 1):
        for layer in layers:
            set_normalization(layer, momentum=1 / number)
        model(batch[0] if isinstance(batch, (list, tuple)) else batch)
    for layer, momentum in zip(layers, before):
        set_normalization(layer, momentum=momentum)
    model.set_train(training)
