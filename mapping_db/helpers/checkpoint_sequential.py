# needs: checkpoint
from mindspore import nn


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """Runs layers in segments whose activations are recomputed, as torch's ``checkpoint_sequential``."""
    layers = list(functions)
    size = max(len(layers) // segments, 1)
    for start in range(0, size * (segments - 1), size):
        input = checkpoint(nn.SequentialCell(*layers[start : start + size]), input)
    for layer in layers[size * (segments - 1) :]:
        input = layer(input)
    return input
