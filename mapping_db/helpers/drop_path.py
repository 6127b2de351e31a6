from mindspore import ops


def drop_path(x, drop_prob=0.0, training=False, scale_by_keep=True):
    """Leaves out the residual branch of whole samples, and makes up for it in the others."""
    if drop_prob == 0.0 or not training:
        return x
    keep = 1.0 - drop_prob
    mask = (ops.rand((x.shape[0],) + (1,) * (x.ndim - 1)) < keep).to(x.dtype)
    return x * (mask / keep if scale_by_keep and keep > 0.0 else mask)
