import numpy as np
from mindspore import Tensor


def masks_to_boxes(masks):
    """As ``torchvision.ops.masks_to_boxes``: the box (x1, y1, x2, y2) around each mask; zeros for an empty one."""
    boxes = np.zeros((masks.shape[0], 4), np.float32)
    for box, mask in zip(boxes, masks.asnumpy()):
        rows, columns = np.nonzero(mask)
        if len(rows):
            box[:] = columns.min(), rows.min(), columns.max(), rows.max()
    return Tensor(boxes)
