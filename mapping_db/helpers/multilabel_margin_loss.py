# needs: reduced
"""How far the right classes are not ahead of the others by one."""

import numpy as np
from mindspore import Tensor, ops


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """As ``torch.nn.functional.multilabel_margin_loss``: the labels of a sample stand before its first -1."""
    x = input if input.ndim == 2 else input.reshape(1, -1)
    labels = target.asnumpy().reshape(x.shape)
    stands = np.cumprod(labels >= 0, 1).astype(bool)
    right = np.zeros(x.shape, bool)
    for row, (places, here) in enumerate(zip(labels, stands)):
        right[row, places[here]] = True
    pairs = Tensor((stands[:, :, None] & ~right[:, None, :]).astype(np.float32))
    ahead = ops.gather_elements(x, 1, Tensor(np.where(stands, labels, 0)))
    lack = ops.relu(1 - ahead.expand_dims(2) + x.expand_dims(1)) * pairs
    loss = lack.sum((1, 2)) / x.shape[1]
    return reduced(loss if input.ndim == 2 else loss.squeeze(0), reduction)
