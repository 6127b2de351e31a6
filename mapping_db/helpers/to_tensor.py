import mindspore.dataset as ds
import numpy as np
from mindspore import Tensor


def to_tensor(pic):
    """As torchvision's: the channels first, bytes as numbers between 0 and 1; other numbers of an array stay as they are."""
    if isinstance(pic, np.ndarray) and pic.dtype != np.uint8:
        picture = pic if pic.ndim == 3 else pic[:, :, None]
        return Tensor(np.ascontiguousarray(picture.transpose(2, 0, 1)))
    return Tensor(ds.vision.ToTensor()(pic))
