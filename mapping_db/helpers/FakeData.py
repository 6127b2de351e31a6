import numpy as np
from PIL import Image


class FakeData:
    """Random images with random labels, the same at each reading."""

    def __init__(
        self,
        size=1000,
        image_size=(3, 224, 224),
        num_classes=10,
        transform=None,
        target_transform=None,
        random_offset=0,
        loader=None,
    ):
        self.size, self.image_size, self.num_classes = size, tuple(image_size), num_classes
        self.transform, self.target_transform, self.random_offset = transform, target_transform, random_offset

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        if index >= self.size:
            raise IndexError("index out of range")
        random = np.random.RandomState(index + self.random_offset)
        channels, height, width = self.image_size
        pixels = random.randint(0, 256, (height, width, channels)).astype(np.uint8)
        image, label = (
            Image.fromarray(pixels if channels == 3 else pixels[..., 0]),
            int(random.randint(self.num_classes)),
        )
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            label = self.target_transform(label)
        return image, label
