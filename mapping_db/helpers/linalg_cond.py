from mindspore import ops


def linalg_cond(input, p=None, *, out=None):
    """As ``torch.linalg.cond``; ``ops.cond`` takes complex numbers for real ones."""
    if not input.is_complex():
        return ops.cond(input, p)
    if p in (None, 2, -2, "nuc"):
        sizes, inverted = ops.svd(input, compute_uv=False).real(), 1.0
        if p == "nuc":
            inverted = (1 / sizes).sum(-1)
            return sizes.sum(-1) * inverted
        return sizes[..., -1] / sizes[..., 0] if p == -2 else sizes[..., 0] / sizes[..., -1]
    axis = -2 if p in (1, -1) else -1
    norms = [ops.ComplexAbs()(one) for one in (input, ops.inverse(input))]
    if p == "fro":
        norms = [one.square().sum((-2, -1)).sqrt() for one in norms]
    else:
        norms = [one.sum(axis).amax(-1) if p > 0 else one.sum(axis).amin(-1) for one in norms]
    return norms[0] * norms[1]
