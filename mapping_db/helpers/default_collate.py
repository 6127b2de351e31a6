import numpy as np
from mindspore import Tensor, ops


def default_collate(batch):
    """Puts the items of a batch together, as torch's ``default_collate``: leaf by leaf, along a new first axis."""
    first = batch[0]
    if isinstance(first, Tensor):
        return ops.stack(list(batch))
    if isinstance(first, (np.ndarray, np.generic)):
        return Tensor(np.stack(batch))
    if isinstance(first, float):
        return Tensor(np.array(batch, np.float64))
    if all(isinstance(one, bool) for one in batch):
        return Tensor(np.array(batch))
    if isinstance(first, int):
        return Tensor(np.array(batch, np.int64))
    if isinstance(first, (str, bytes)):
        return list(batch)
    if isinstance(first, dict):
        return type(first)({key: default_collate([item[key] for item in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(default_collate(list(column)) for column in zip(*batch)))
    if isinstance(first, (list, tuple)):
        return [default_collate(list(column)) for column in zip(*batch)]
    raise TypeError(f"a batch may not hold {type(first).__name__}")
