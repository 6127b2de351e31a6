"""Whether a layer has torch's ``reset_parameters``."""

import re

from mindspore import nn

_WITH_INITIAL_WEIGHTS = re.compile(r"Linear|Dense|Conv\d|Embedding$|Norm|LSTM|GRU|RNN|PReLU")


def resets_itself(layer):
    """As ``hasattr(layer, "reset_parameters")``: a layer of torch's that has weights has it, a container has not."""
    if hasattr(layer, "reset_parameters"):
        return True
    if not isinstance(layer, nn.Cell):
        return False
    kinds = [
        one for one in type(layer).__mro__ if one.__module__.split(".")[0] == "mindspore" or one.__module__ == __name__
    ]
    return any(_WITH_INITIAL_WEIGHTS.search(one.__name__) for one in kinds)
