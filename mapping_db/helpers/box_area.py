def box_area(boxes):
    """Areas of boxes (x1, y1, x2, y2)."""
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
