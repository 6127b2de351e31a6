import mindspore as ms
import numpy as np
from mindspore import ops


def multinomial_from(generator, input, num_samples, replacement=False):
    """As ``torch.multinomial``: the indices that torch gives on a CPU for a generator of the same seed (on a CPU of Intel, torch
    draws others where one is drawn, or without replacement)."""
    if generator is None:
        return ops.multinomial(input, num_samples, replacement).astype(ms.int64)
    weights = input.asnumpy()
    rows = weights.reshape(-1, weights.shape[-1])
    if not np.isfinite(rows).all() or (rows < 0).any() or (rows.sum(-1) <= 0).any():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0, or a row without any")
    if not replacement and num_samples > rows.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if not replacement or num_samples == 1:
        waits = generator.exponential(rows.size).astype(rows.dtype).reshape(rows.shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            drawn = np.argsort(-(rows / waits), -1, kind="stable")[:, :num_samples]
    else:
        ends = np.cumsum(rows.astype(np.float64), -1)
        ends /= ends[:, -1:]
        drawn = np.stack([np.searchsorted(row, generator.uniform(num_samples, True)) for row in ends])
    return ms.Tensor(drawn.reshape(*weights.shape[:-1], num_samples).astype(np.int64))
