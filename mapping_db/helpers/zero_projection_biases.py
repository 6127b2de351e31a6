import numpy as np
from mindspore import Tensor, nn


def zero_projection_biases(layer):
    """Attention's last projection begins with a bias of zeros in torch; MindSpore draws it at random."""
    for _, cell in layer.cells_and_names():
        if isinstance(cell, nn.MultiheadAttention) and cell.out_proj.has_bias:
            bias = cell.out_proj.bias
            bias.set_data(Tensor(np.zeros(bias.shape), bias.dtype))
