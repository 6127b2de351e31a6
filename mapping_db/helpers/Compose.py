import mindspore.dataset as ds
import numpy as np
from mindspore import Tensor

# Transforms of MindSpore's that take channels first, or whatever comes.
_CHANNELS_FIRST = (
    "HWC2CHW",
    "LinearTransformation",
    "Normalize",
    "NormalizePad",
    "RandomErasing",
    "Rescale",
    "ToTensor",
    "ToType",
)


class Compose:
    """Transforms one after the other, as torchvision's: after ``ToTensor`` one's own get a Tensor, and so does the caller.

    ``mindspore.dataset.transforms.Compose`` gives tuples when called. MindSpore's transforms of pictures take channels last,
    torchvision's take those of a tensor first: a horizontal flip would turn it upside down.
    """

    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, item):
        of_arrays = False  # that are tensors to torchvision
        for transform in self.transforms:
            of_arrays = of_arrays or isinstance(item, Tensor)
            if type(transform).__module__.startswith("mindspore.dataset"):
                item = item.asnumpy() if isinstance(item, Tensor) else item
                item = self._of_planes(transform, item) if of_arrays else transform(item)
                of_arrays = of_arrays or isinstance(transform, ds.vision.ToTensor)
            else:
                item = transform(Tensor(item) if of_arrays and isinstance(item, np.ndarray) else item)
        return Tensor(item) if of_arrays and isinstance(item, np.ndarray) else item

    def _of_planes(self, transform, item):
        if not isinstance(item, np.ndarray) or item.ndim < 3 or not self._of_pictures(transform):
            return transform(item)
        picture = transform(np.ascontiguousarray(np.moveaxis(item, -3, -1)))
        if isinstance(picture, np.ndarray) and picture.ndim == item.ndim - 1:
            picture = picture[..., None]  # the only channel is left out
        return np.ascontiguousarray(np.moveaxis(picture, -1, -3)) if isinstance(picture, np.ndarray) else picture

    def _of_pictures(self, transform):
        if ".vision" in type(transform).__module__:
            return type(transform).__name__ not in _CHANNELS_FIRST
        return any(self._of_pictures(part) for part in getattr(transform, "transforms", None) or ())
