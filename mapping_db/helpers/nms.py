import numpy as np
from mindspore import Tensor


def nms(boxes, scores, iou_threshold):
    """Indices of the boxes that stay, best first, when those are dropped that overlap a better one too far."""
    corners, order = boxes.asnumpy().astype(np.float64), np.argsort(-scores.asnumpy(), kind="stable")
    areas = (corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1])
    kept = []
    while order.size:
        best, order = order[0], order[1:]
        kept.append(best)
        low = np.maximum(corners[best, :2], corners[order, :2])
        high = np.minimum(corners[best, 2:], corners[order, 2:])
        common = np.prod(np.clip(high - low, 0, None), axis=1)
        order = order[common <= iou_threshold * (areas[best] + areas[order] - common)]
    return Tensor(np.array(kept, np.int64))
