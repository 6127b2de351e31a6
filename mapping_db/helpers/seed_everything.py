# needs: manual_seed
import random

import numpy as np


def seed_everything(seed=None, workers=False, verbose=True):
    """Lightning's ``seed_everything``: Python's, NumPy's and MindSpore's generators."""
    seed = 0 if seed is None else int(seed)
    random.seed(seed)
    np.random.seed(seed)
    manual_seed(seed)
    return seed
