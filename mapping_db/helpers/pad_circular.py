from mindspore import mint


def pad_circular(x, padding):
    """Pads ``x`` with values from its other end; ``padding`` is given as torch's ``pad`` takes it: last axis first."""
    for i in range(len(padding) // 2):
        axis = x.ndim - 1 - i
        left, right = padding[2 * i], padding[2 * i + 1]
        n = x.shape[axis]
        parts = (mint.narrow(x, axis, max(-left, 0), n + min(left, 0) + min(right, 0)),)
        if left > 0:
            parts = (mint.narrow(x, axis, n - left, left), *parts)
        if right > 0:
            parts = (*parts, mint.narrow(x, axis, 0, right))
        x = mint.cat(parts, axis) if len(parts) > 1 else parts[0]
    return x
