# needs: ImageSet
import pickle
from pathlib import Path

import numpy as np


class CIFAR10(ImageSet):
    """Small photographs from the files that torchvision keeps in ``root``; nothing is downloaded."""

    folder, label_key, class_key = "cifar-10-batches-py", "labels", "label_names"
    train_files, test_files, meta = [f"data_batch_{i}" for i in range(1, 6)], ["test_batch"], "batches.meta"

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        images, labels = [], []
        for name in self.train_files if train else self.test_files:
            entry = self.read(Path(root).expanduser() / self.folder / name)
            images.append(np.asarray(entry["data"]).reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1))
            labels.extend(entry[self.label_key])
        super().__init__(root, np.concatenate(images), labels, transform, target_transform)
        self.train = train
        self.classes = self.read(Path(root).expanduser() / self.folder / self.meta)[self.class_key]
        self.class_to_idx = {name: number for number, name in enumerate(self.classes)}

    @staticmethod
    def read(path):
        with path.open("rb") as file:
            return pickle.load(file, encoding="latin1")
