from mindspore import nn


def start_training(net):
    """The network, which trains as a new one of torch's does: all but the parts that were put out of training as it was made."""
    if isinstance(net, nn.Cell) and net._phase != "predict":  # as ``set_train(False)`` leaves what it was called on
        net.add_flags(training=True)
        for cell in net.cells():
            start_training(cell)
    return net
