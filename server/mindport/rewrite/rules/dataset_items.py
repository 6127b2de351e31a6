"""A data set's ``__getitem__`` makes NumPy arrays: MindSpore reads data in threads of its own, where its operators must not run.

Conversions to Tensors become conversions to arrays of the same type; batches arrive as Tensors all the same. A method that
does more with Tensors than convert them is left to the rows; so is one whose samples others than MindSpore's loader read, a
``collate_fn`` for instance, which may stack them: these get Tensors, as in torch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.rewrite import samples
from mindport.rewrite.rule import Match, Module
from mindport.rewrite.rules import data_loader

ORDER = 30
EXAMPLES = [
    (
        """
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Digits(Dataset):
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        image = torch.from_numpy(self.images[index]).float() / 255  # 0 … 1
        return image, torch.tensor(self.labels[index], dtype=torch.long)


def loader(images, labels):
    return DataLoader(Digits(images, labels), batch_size=4)
""",
        """
import numpy as np
import mindspore.dataset as ds


class Digits:
    def __init__(self, images, labels):
        self.images, self.labels = images, labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        image = self.images[index].astype(np.float32) / 255  # 0 … 1
        return image, np.array(self.labels[index], dtype=np.int64)


def loader(images, labels):
    return ds.GeneratorDataset(
        Digits(images, labels), column_names=["image", "item_1"], shuffle=False
    ).batch(4)
""",
    ),
    (
        """
import torch
from torch.utils.data import DataLoader, Dataset


class Points(Dataset):
    def __init__(self, points):
        self.points = points

    def __len__(self):
        return len(self.points)

    def __getitem__(self, index):
        return torch.tensor(self.points[index], dtype=torch.float32)


def side_by_side(samples):
    return torch.cat(samples, dim=0)


def loader(points):
    return DataLoader(Points(points), batch_size=4, collate_fn=side_by_side)
""",
        """
import mindspore as ms
from mindspore import mint
from mindport_helpers import DataLoader


class Points:
    def __init__(self, points):
        self.points = points

    def __len__(self):
        return len(self.points)

    def __getitem__(self, index):
        return ms.tensor(self.points[index], dtype=ms.float32)


def side_by_side(samples):
    return mint.cat(samples, dim=0)


def loader(points):
    return DataLoader(Points(points), batch_size=4, collate_fn=side_by_side)
""",
    ),
]
NOOPS = ["class Shelf:\n    def __getitem__(self, index):\n        return self.books[index].float()\n"]


def matches(module: Module) -> Iterator[Match]:
    for node in module.source.each(ast.ClassDef):
        if not any(module.api(base) in samples.DATASETS for base in node.bases):
            continue
        method = samples.getter(node)
        if method is not None and data_loader.is_read_by_mindspore(module, node):
            match = samples.converted(module, method)
            if match is not None:
                yield match
