from mindspore import ops


def clip_boxes_to_image(boxes, size):
    """Boxes (x1, y1, x2, y2) cut off at the edges of an image of (height, width)."""
    height, width = size
    x = ops.clamp(boxes[..., 0::2], 0, width)
    y = ops.clamp(boxes[..., 1::2], 0, height)
    return ops.stack((x, y), -1).reshape(boxes.shape)
