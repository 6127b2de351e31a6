"""Where an affine map takes the pixels of a picture from."""

import numpy as np
from mindspore import Tensor, ops


def affine_grid(theta, size, align_corners=None):
    """As ``torch.nn.functional.affine_grid`` for pictures (2 x 3) and volumes (3 x 4)."""
    sides = []
    for count in size[2:]:
        side = np.linspace(-1, 1, count) if align_corners else (np.arange(count) * 2 + 1) / count - 1
        sides.append(side if align_corners is None or not align_corners or count > 1 else np.zeros(1))
    grid = np.stack([*reversed(np.meshgrid(*sides, indexing="ij")), np.ones(tuple(size[2:]))], -1)
    points = Tensor(grid.reshape(1, -1, len(sides) + 1).astype(np.float32))
    out = ops.matmul(points, theta.swapaxes(1, 2))
    return out.reshape((size[0], *size[2:], len(sides)))
