"""One seed for everything random."""

import mindspore as ms


def manual_seed(seed):
    """As ``torch.manual_seed``: ``mint`` draws from its own generator, initial weights and data sets from the global seed."""
    ms.set_seed(seed % 2**32)
    ms.manual_seed(seed)
