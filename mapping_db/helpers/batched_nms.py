# needs: nms


def batched_nms(boxes, scores, idxs, iou_threshold):
    """``nms`` within each class; boxes of other classes are moved where they overlap none."""
    if boxes.shape[0] == 0:
        return nms(boxes, scores, iou_threshold)
    away = idxs.astype(boxes.dtype) * (boxes.max() + 1)
    return nms(boxes + away.expand_dims(1), scores, iou_threshold)
