# needs: box_area
from mindspore import ops


def box_iou(boxes1, boxes2):
    """How far each of the first boxes overlaps each of the second: the common area over that of both."""
    low = ops.maximum(boxes1[:, None, :2], boxes2[None, :, :2])
    high = ops.minimum(boxes1[:, None, 2:], boxes2[None, :, 2:])
    size = ops.relu(high - low)
    common = size[..., 0] * size[..., 1]
    return common / (box_area(boxes1)[:, None] + box_area(boxes2)[None, :] - common)
