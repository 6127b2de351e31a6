from mindspore import mint, ops


def pad_spatial(x, padding, mode):
    """Pads the last axes of ``x`` on both sides by ``padding`` (one number an axis), as torch's convolutions do."""
    if mode == "circular":
        for axis, p in zip(range(x.ndim - len(padding), x.ndim), padding):
            if p:
                n = x.shape[axis]
                x = mint.cat((mint.narrow(x, axis, n - p, p), x, mint.narrow(x, axis, 0, p)), axis)
        return x
    pads = [p for pad in reversed(padding) for p in (pad, pad)]
    return ops.pad(x, pads, mode=mode)
