import numpy as np
from mindspore import Tensor, ops


def recorded_maxima(input, windows, with_places):
    """The greatest of each window. ``windows``: for each of the last axes the places that each window takes in, -1 for none.

    Where the greatest stand is found apart, so that what is differentiated only picks them.
    """
    axes = len(windows)
    rest, lengths = input.shape[:-axes], input.shape[-axes:]
    places, valid = np.zeros((1, 1), np.int64), np.ones((1, 1), bool)
    for window, length in zip(map(np.array, windows), lengths):
        inside = (window >= 0)[None, :, None, :]
        places = places[:, None, :, None] * length + np.maximum(window, 0)[None, :, None, :]
        valid = valid[:, None, :, None] & inside
        places, valid = (a.reshape(a.shape[0] * a.shape[1], -1) for a in (places, valid))
    rows = input.reshape((-1, int(np.prod(lengths))))
    held = ops.gather(ops.stop_gradient(rows), Tensor(places.reshape(-1)), 1).reshape((rows.shape[0], *places.shape))
    if not valid.all():
        held = held.masked_fill(Tensor(~valid), float("-inf"))
    best = held.argmax(-1)
    chosen = ops.gather(Tensor(places.reshape(-1)), best + Tensor(np.arange(len(places)) * places.shape[1]), 0)
    flat = chosen + Tensor(np.arange(rows.shape[0])[:, None] * rows.shape[1])
    shape = (*rest, *(len(window) for window in windows))
    greatest = ops.gather(rows.reshape(-1), flat.reshape(-1), 0).reshape(shape)
    return (greatest, chosen.reshape(shape)) if with_places else greatest
