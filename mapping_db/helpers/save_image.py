# needs: make_grid
import numpy as np
from PIL import Image


def save_image(tensor, fp, format=None, **options):
    """Writes images as one picture, as ``torchvision.utils.save_image``."""
    grid = make_grid(tensor[None] if tensor.ndim == 3 else tensor, **options).asnumpy()
    Image.fromarray(np.clip(grid * 255 + 0.5, 0, 255).astype(np.uint8).transpose(1, 2, 0)).save(fp, format=format)
