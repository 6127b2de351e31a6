# needs: PackedSequence
import numpy as np
from mindspore import Tensor, ops


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """As ``torch.nn.utils.rnn.pack_padded_sequence``."""
    x = input.swapaxes(0, 1) if batch_first else input
    lengths = np.asarray(lengths.asnumpy() if isinstance(lengths, Tensor) else lengths)
    order = np.arange(len(lengths)) if enforce_sorted else np.argsort(-lengths, kind="stable")
    lengths = lengths[order]
    if (np.diff(lengths) > 0).any():
        raise RuntimeError("`lengths` must be sorted in decreasing order when `enforce_sorted` is True")
    here = np.arange(lengths[0])[:, None] < lengths  # step, sequence
    rows = (np.arange(lengths[0])[:, None] * x.shape[1] + order)[here]
    data = ops.gather(x.reshape(-1, *x.shape[2:]), Tensor(rows.astype(np.int64)), 0)
    sizes = Tensor(here.sum(1).astype(np.int64))
    if enforce_sorted:
        return PackedSequence(data, sizes)
    return PackedSequence(data, sizes, Tensor(order), Tensor(np.argsort(order)))
