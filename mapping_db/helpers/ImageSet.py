import mindspore as ms
import numpy as np
from PIL import Image


class ImageSet:
    """Images with labels in memory: a data set with torchvision's attributes. Its items are made of what ``data`` and ``targets``
    hold then, whatever the program has written there."""

    def __init__(self, root, data, targets, transform=None, target_transform=None):
        self.root = root
        self.data = data
        self.targets = targets
        self.transform = transform
        self.target_transform = target_transform

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        image, label = Image.fromarray(self._item(self.data, index)), int(self._item(self.targets, index))
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            label = self.target_transform(label)
        return (np.asarray(image) if isinstance(image, np.ndarray) else image), label

    @staticmethod
    def _item(values, index):
        # The array shares the tensor's memory.
        return (values.asnumpy() if isinstance(values, ms.Tensor) else values)[index]

    @property
    def train_data(self):
        return self.data

    @property
    def train_labels(self):
        return self.targets

    test_data, test_labels = train_data, train_labels
