import mindspore.dataset as ds
import numpy as np
from mindspore import Tensor


class Compose:
    """Transforms one after the other, as torchvision's: after ``ToTensor`` one's own get a Tensor, and so does the caller.

    ``mindspore.dataset.transforms.Compose`` gives tuples when called.
    """

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, item):
        of_arrays = False  # that are tensors to torchvision
        for transform in self.transforms:
            if type(transform).__module__.startswith("mindspore.dataset"):
                item = transform(item.asnumpy() if isinstance(item, Tensor) else item)
                of_arrays = of_arrays or isinstance(transform, ds.vision.ToTensor)
            else:
                item = transform(Tensor(item) if of_arrays and isinstance(item, np.ndarray) else item)
        return Tensor(item) if of_arrays and isinstance(item, np.ndarray) else item
