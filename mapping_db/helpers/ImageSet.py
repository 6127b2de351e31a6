import mindspore as ms
import numpy as np
from PIL import Image


class ImageSet:
    """Images with labels in memory: a data set with torchvision's attributes, whose items are made of arrays."""

    def __init__(self, root, images, labels, transform=None, target_transform=None):
        self.root = root
        self.images = images
        self.labels = labels
        self.transform = transform
        self.target_transform = target_transform

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        image, label = Image.fromarray(self.images[index]), int(self.labels[index])
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            label = self.target_transform(label)
        return (np.asarray(image) if isinstance(image, np.ndarray) else image), label

    @property
    def data(self):
        return ms.Tensor(self.images)

    @property
    def targets(self):
        return ms.Tensor(np.asarray(self.labels, np.int64))

    train_data = test_data = data
    train_labels = test_labels = targets
