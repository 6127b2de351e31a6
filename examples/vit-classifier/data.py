"""A tiny image set made on the fly: one coloured shape on a noisy background, four classes."""

import numpy as np
import torch
from torch.utils.data import Dataset

CLASSES = ("disc", "square", "cross", "stripes")


class ShapesDataset(Dataset):
    """``length`` images of ``size`` pixels; the same index always gives the same image.

    每张图像只取决于 (seed, index),因此两次运行得到的数据完全一致。
    """

    def __init__(self, length=512, size=32, seed=0):
        self.length = length
        self.size = size
        self.seed = seed

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        rng = np.random.default_rng([self.seed, index])
        label = int(rng.integers(len(CLASSES)))
        image = draw(CLASSES[label], self.size, rng)
        # HWC in [0, 1] -> CHW, normalised to [-1, 1]
        image = torch.from_numpy(image.transpose(2, 0, 1).copy()).float()
        image = (image - 0.5) / 0.5
        return image, torch.tensor(label, dtype=torch.long)


def draw(name, size, rng):
    """One image as a float32 array of shape ``[size, size, 3]``."""
    image = rng.uniform(0.0, 0.3, (size, size, 3))
    colour = rng.uniform(0.5, 1.0, 3)
    radius = int(rng.integers(size // 5, size // 3))
    row, column = rng.integers(radius, size - radius, 2)
    y, x = np.mgrid[:size, :size]
    dy, dx = np.abs(y - row), np.abs(x - column)

    if name == "disc":
        mask = dy**2 + dx**2 <= radius**2
    elif name == "square":
        mask = (dy <= radius) & (dx <= radius)
    elif name == "cross":
        mask = ((dy <= 2) & (dx <= radius)) | ((dx <= 2) & (dy <= radius))
    else:  # stripes
        mask = (dy <= radius) & (dx <= radius) & (x % 4 < 2)
    image[mask] = colour
    return image.astype(np.float32)
