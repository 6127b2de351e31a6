def image_size(img):
    """Width and height of a PIL image, an array or a tensor (…, height, width)."""
    return list(img.size) if hasattr(img, "getbands") else [img.shape[-1], img.shape[-2]]
