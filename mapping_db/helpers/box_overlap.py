import math

from mindspore import ops


def box_overlap(a, b, kind, rounding, eps):
    """How much boxes (x1, y1, x2, y2) overlap, less what their hull (``g``), centres (``d``) or shapes (``c``) are apart."""
    sides_a, sides_b = a[..., 2:] - a[..., :2], b[..., 2:] - b[..., :2]
    inner = ops.relu(ops.minimum(a[..., 2:], b[..., 2:]) - ops.maximum(a[..., :2], b[..., :2]))
    hull = ops.maximum(a[..., 2:], b[..., 2:]) - ops.minimum(a[..., :2], b[..., :2])
    common = inner[..., 0] * inner[..., 1]
    union = sides_a[..., 0] * sides_a[..., 1] + sides_b[..., 0] * sides_b[..., 1] - common
    overlap = common / (union + rounding)
    if kind == "g":
        area = hull[..., 0] * hull[..., 1]
        return overlap - (area - union) / (area + rounding)
    apart = (a[..., :2] + a[..., 2:] - b[..., :2] - b[..., 2:]) / 2
    near = overlap - (apart * apart).sum(-1) / ((hull * hull).sum(-1) + eps)
    if kind == "d":
        return near
    turn = ops.atan(sides_a[..., 0] / sides_a[..., 1]) - ops.atan(sides_b[..., 0] / sides_b[..., 1])
    v = 4 / math.pi**2 * turn * turn
    return near - ops.stop_gradient(v / (1 - overlap + v + eps)) * v
