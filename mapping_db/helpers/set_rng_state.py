import ast
import importlib

import mindspore as ms
import numpy as np
from mindspore import Tensor


def set_rng_state(new_state):
    """As ``torch.set_rng_state``, of what ``get_rng_state`` has given."""
    try:
        state, kind, seed, counts = ast.literal_eval(new_state.asnumpy().tobytes().decode())
    except (ValueError, SyntaxError, TypeError) as error:
        raise ValueError("set_rng_state takes what get_rng_state has given, no state of torch's") from error
    ms.set_rng_state(Tensor(np.array(state, kind)))
    seeds = importlib.import_module("mindspore.common.seed")
    seeds._GLOBAL_SEED = seed
    seeds._KERNEL_SEED.clear()
    seeds._KERNEL_SEED.update(counts)
