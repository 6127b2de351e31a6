import numpy as np
from mindspore import Tensor


def from_coordinates(indices, values, size=None, dtype=None, **others):
    """A dense tensor of the values that ``torch.sparse_coo_tensor`` would hold; those of one place add up.

    ``torch.sparse.FloatTensor(3, 4)`` gives lengths, and holds nothing.
    """

    if isinstance(indices, (int, np.integer)):
        lengths = [indices, values] if size is None else [indices, values, size]
        return Tensor(np.zeros([int(n) for n in lengths], np.float32), dtype=dtype)

    def array(data):
        return data.asnumpy() if isinstance(data, Tensor) else np.asarray(data)

    places, values = array(indices), array(values)
    if size is None:
        size = tuple(int(n) + 1 for n in places.max(axis=1)) + values.shape[1:]
    dense = np.zeros(tuple(int(n) for n in size), values.dtype)
    np.add.at(dense, tuple(places), values)
    return Tensor(dense) if dtype is None else Tensor(dense, dtype=dtype)
