import mindspore as ms
import numpy as np


def make_grid(
    tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0, range=None
):
    """Images side by side in one, as ``torchvision.utils.make_grid``."""
    images = [np.asarray(t.asnumpy() if isinstance(t, ms.Tensor) else t) for t in tensor]
    images = [i[None] if i.ndim == 2 else i for i in images]
    images = np.stack([np.repeat(i, 3, 0) if i.shape[0] == 1 else i for i in images]).astype(np.float32)
    if normalize:
        parts = images if scale_each else [images]
        for part in parts:
            low, high = value_range or range or (part.min(), part.max())
            np.clip(part, low, high, out=part)
            part -= low
            part /= max(high - low, 1e-5)
    count, channels, height, width = images.shape
    across = min(nrow, count)
    down = -(-count // across)
    grid = np.full((channels, down * (height + padding) + padding, across * (width + padding) + padding), pad_value)
    for number, image in enumerate(images):
        top, left = (number // across) * (height + padding) + padding, (number % across) * (width + padding) + padding
        grid[:, top : top + height, left : left + width] = image
    return ms.Tensor((images[0] if count == 1 else grid).astype(np.float32))
