# needs: box_overlap, reduced


def generalized_box_iou_loss(boxes1, boxes2, reduction="none", eps=1e-7):
    """As ``torchvision.ops.generalized_box_iou_loss``: of each pair of boxes."""
    return reduced(1 - box_overlap(boxes1, boxes2, "g", eps, eps), reduction)
