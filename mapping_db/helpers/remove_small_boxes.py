from mindspore import ops


def remove_small_boxes(boxes, min_size):
    """Indices of the boxes whose sides are both long enough."""
    wide = boxes[:, 2] - boxes[:, 0] >= min_size
    high = boxes[:, 3] - boxes[:, 1] >= min_size
    return ops.nonzero(ops.logical_and(wide, high)).reshape(-1)
