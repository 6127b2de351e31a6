# needs: ImageSet
import gzip
from pathlib import Path

import numpy as np


class MNIST(ImageSet):
    """Handwritten digits from the files that torchvision keeps in ``root/MNIST/raw``; nothing is downloaded."""

    in_tensors = True

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        part = "train" if train else "t10k"
        folder = Path(root).expanduser() / type(self).__name__ / "raw"
        images = self.read(folder / f"{part}-images-idx3-ubyte")
        labels = self.read(folder / f"{part}-labels-idx1-ubyte")
        super().__init__(root, images, labels.astype(np.int64), transform, target_transform)
        self.train = train

    @staticmethod
    def read(path):
        packed = path.with_name(path.name + ".gz")
        content = path.read_bytes() if path.exists() else gzip.decompress(packed.read_bytes())
        axes = content[3]
        shape = np.frombuffer(content, ">i4", axes, 4)
        return np.frombuffer(content, np.uint8, offset=4 + 4 * axes).reshape(shape)
