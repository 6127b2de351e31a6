import importlib
import random

import mindspore as ms
import numpy as np
from mindspore import Tensor


def get_rng_state():
    """As ``torch.get_rng_state``: the state of MindSpore's generator, and of the seeds that its operators on a CPU count."""
    seeds = importlib.import_module("mindspore.common.seed")
    if seeds._GLOBAL_SEED is None:
        seeds._GLOBAL_SEED = random.SystemRandom().randrange(1, 2**31)  # without one, nothing comes again
    state = ms.get_rng_state().asnumpy()
    told = (state.tolist(), state.dtype.name, seeds._GLOBAL_SEED, dict(seeds._KERNEL_SEED))
    return Tensor(np.frombuffer(repr(told).encode(), np.uint8))
