def image_dimensions(img):
    """Channels, height and width of a PIL image or of a tensor (channels, height, width)."""
    if hasattr(img, "getbands"):
        return [len(img.getbands()), img.height, img.width]
    return [1 if img.ndim == 2 else img.shape[-3], img.shape[-2], img.shape[-1]]
