import numpy as np
from mindspore import Tensor


def invert_permutation(permutation):
    """As ``torch.nn.utils.rnn.invert_permutation``; None stays None."""
    return None if permutation is None else Tensor(np.argsort(permutation.asnumpy()))
