import numpy as np
from mindspore import Tensor
from PIL import Image


def to_pil_image(pic, mode=None):
    """As torchvision's: a Tensor has its channels first and floats between 0 and 1, an array has them last and stays as it is."""
    if isinstance(pic, Tensor):
        picture = pic.asnumpy()
        picture = picture.transpose(1, 2, 0) if picture.ndim == 3 else picture[:, :, None]
        if picture.dtype.kind == "f" and mode != "F":
            picture = (picture * 255).astype(np.uint8)
    else:
        picture = pic if pic.ndim == 3 else pic[:, :, None]
    if picture.shape[2] == 1:
        alone = {"uint8": "L", "int16": "I;16", "int32": "I", "float32": "F"}.get(str(picture.dtype))
        return Image.fromarray(np.ascontiguousarray(picture[:, :, 0]), mode or alone)
    several = {2: "LA", 3: "RGB", 4: "RGBA"}.get(picture.shape[2])
    return Image.fromarray(np.ascontiguousarray(picture), mode or several)
