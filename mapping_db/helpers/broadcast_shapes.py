"""The shape that shapes broadcast to."""

import numpy as np


def broadcast_shapes(*shapes):
    """As ``torch.broadcast_shapes``."""
    return tuple(np.broadcast_shapes(*(tuple(s) if not isinstance(s, int) else s for s in shapes)))
