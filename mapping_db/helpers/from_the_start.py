from mindspore import nn


def from_the_start(made):
    """What was made of a name that is known only when it runs: a network trains from the start, anything else is as it is."""
    if isinstance(made, nn.Cell):
        made.set_train()
    return made
