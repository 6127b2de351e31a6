"""Where a random crop lies."""

import random


def random_crop_params(img, output_size):
    """As ``torchvision.transforms.RandomCrop.get_params``: (top, left, height, width) of a crop within an image."""
    if hasattr(img, "size") and not callable(img.size) and isinstance(img.size, tuple):
        width, height = img.size  # a PIL image
    else:
        height, width = img.shape[-2:]
    tall, wide = output_size
    if height < tall or width < wide:
        raise ValueError(f"a crop of {(tall, wide)} does not fit into an image of {(height, width)}")
    return random.randint(0, height - tall), random.randint(0, width - wide), tall, wide
