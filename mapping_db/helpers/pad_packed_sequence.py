import numpy as np
from mindspore import Tensor, mint, ops


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """As ``torch.nn.utils.rnn.pad_packed_sequence``: the padded batch and the lengths."""
    data, sizes, _, unsorted = sequence
    sizes = sizes.asnumpy()
    steps, batch = total_length or len(sizes), int(sizes[0])
    rows = np.full((steps, batch), data.shape[0])  # the padding stands behind the data
    starts = np.cumsum(sizes) - sizes
    for step, (start, size) in enumerate(zip(starts, sizes)):
        rows[step, :size] = start + np.arange(size)
    lengths = (sizes[:, None] > np.arange(batch)).sum(0)
    if unsorted is not None:
        rows, lengths = rows[:, unsorted.asnumpy()], lengths[unsorted.asnumpy()]
    rows = rows.T if batch_first else rows
    padding = ops.full((1, *data.shape[1:]), padding_value, dtype=data.dtype)
    padded = ops.gather(mint.cat((data, padding), 0), Tensor(rows.reshape(-1)), 0)
    return padded.reshape(*rows.shape, *data.shape[1:]), Tensor(lengths.astype(np.int64))
