import mindspore as ms
import numpy as np
from PIL import Image


class ImageSet:
    """Images with labels in memory: a data set with torchvision's attributes. Its items are made of what ``data`` and ``targets``
    hold then, whatever the program has written there."""

    in_tensors = False

    def __init__(self, root, data, targets, transform=None, target_transform=None):
        self.root = root
        self._data = data
        self._targets = targets
        self.transform = transform
        self.target_transform = target_transform

    def __len__(self):
        return len(self._data)

    def __getitem__(self, index):
        image, label = Image.fromarray(self._item(self._data, index)), int(self._item(self._targets, index))
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            label = self.target_transform(label)
        return (np.asarray(image) if isinstance(image, np.ndarray) else image), label

    @staticmethod
    def _item(values, index):
        # On a CPU the array shares the tensor's memory.
        return (values.asnumpy() if isinstance(values, ms.Tensor) else values)[index]

    def _shown(self, values):
        # A tensor only once the program asks for it: from a device, each item would have to be fetched.
        return ms.Tensor(values) if self.in_tensors and isinstance(values, np.ndarray) else values

    @property
    def data(self):
        self._data = self._shown(self._data)
        return self._data

    @data.setter
    def data(self, values):
        self._data = values

    @property
    def targets(self):
        self._targets = self._shown(self._targets)
        return self._targets

    @targets.setter
    def targets(self, values):
        self._targets = values

    @property
    def train_data(self):
        return self.data

    @property
    def train_labels(self):
        return self.targets

    test_data, test_labels = train_data, train_labels
