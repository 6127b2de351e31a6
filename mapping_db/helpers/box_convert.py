from mindspore import ops


def box_convert(boxes, in_fmt, out_fmt):
    """Boxes in another form: ``xyxy``, ``xywh`` or ``cxcywh``."""
    a, b, c, d = (boxes[..., i] for i in range(4))
    if in_fmt == "xywh":
        c, d = a + c, b + d
    elif in_fmt == "cxcywh":
        a, b, c, d = a - c / 2, b - d / 2, a + c / 2, b + d / 2
    if out_fmt == "xywh":
        c, d = c - a, d - b
    elif out_fmt == "cxcywh":
        a, b, c, d = (a + c) / 2, (b + d) / 2, c - a, d - b
    return ops.stack((a, b, c, d), -1)
