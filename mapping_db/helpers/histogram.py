from collections import namedtuple

import mindspore as ms
import numpy as np

Histogram = namedtuple("Histogram", ["hist", "bin_edges"])


def histogram(input, bins=100, *, range=None, weight=None, density=False):
    """As ``torch.histogram``, counted on the host: how many values lie between edges, and the edges, which include both ends."""
    values = input.asnumpy().reshape(-1)
    weights = None if weight is None else weight.asnumpy().reshape(-1)
    edges = bins.asnumpy() if isinstance(bins, ms.Tensor) else bins
    if range is None and isinstance(bins, int):
        range = (float(values.min()), float(values.max())) if values.size else (0.0, 1.0)
    counts, ends = np.histogram(values, edges, range, density, weights)
    return Histogram(ms.Tensor(counts.astype(values.dtype)), ms.Tensor(np.asarray(ends).astype(values.dtype)))
