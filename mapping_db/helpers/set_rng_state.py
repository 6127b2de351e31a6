import importlib
import pickle

import mindspore as ms
from mindspore import Tensor


def set_rng_state(new_state):
    """As ``torch.set_rng_state``, of what ``get_rng_state`` has given."""
    state, seed, counts = pickle.loads(new_state.asnumpy().tobytes())
    ms.set_rng_state(Tensor(state))
    seeds = importlib.import_module("mindspore.common.seed")
    seeds._GLOBAL_SEED = seed
    seeds._KERNEL_SEED.clear()
    seeds._KERNEL_SEED.update(counts)
