import contextlib

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor


def put_through(tensor, view, index, value):
    """``view[index] = value`` where ``view`` may share elements with ``tensor``, which gets them, too, as in torch.

    MindSpore writes into the view alone while it records gradients, or where the index is a mask, a list or ``...``. ``None``
    stands for a tensor that is not known; what is a view of itself shares its memory with an array.
    """
    apart = hasattr(tensor, "shared_before")  # set while gradients were recorded
    plain = all(isinstance(one, (int, slice)) for one in (index if isinstance(index, tuple) else (index,)))
    if not isinstance(view, Tensor):
        view[index] = value
    elif plain and not apart and not any(getattr(one, "_requires_grad", False) for one in (view, value)):
        with _without_gradients():
            view[index] = value
    else:
        changed = view.copy()
        recorded = getattr(changed, "_requires_grad", False)
        changed[index] = value
        recorded = recorded or getattr(changed, "_requires_grad", False)
        if tensor is None and recorded:
            raise RuntimeError("gradients are recorded: a function cannot write into the view that it is given")
        if isinstance(tensor, Parameter) or not (apart or recorded) or tensor is view:
            with _without_gradients():
                view[slice(None) if view.ndim else ...] = changed
        elif (places := _places(tensor, view)) is not None:
            new = tensor.reshape(-1).scatter(0, Tensor(places), changed.reshape(-1))
            tensor.shared_before = {**getattr(tensor, "shared_before", {}), _storage(tensor): _offsets(tensor)}
            tensor[...] = new.reshape(tensor.shape)
            view.places = places
        if (apart or recorded) and not isinstance(tensor, Parameter):
            view[...] = changed
    if tensor is view and isinstance(view, Tensor):
        view.asnumpy()  # the array has the elements at once


def _without_gradients():
    return ms._no_grad() if hasattr(ms, "_no_grad") else contextlib.nullcontext()


def _places(tensor, view):
    """Where the elements of ``view`` stand among those of ``tensor``; ``None`` where it is a copy."""
    if hasattr(view, "places"):
        return view.places
    shared = {_storage(tensor): _offsets(tensor), **getattr(tensor, "shared_before", {})}
    offsets, wanted = shared.get(_storage(view)), _offsets(view)
    if offsets is None or not np.isin(wanted, offsets).all():
        return None
    order = np.argsort(offsets)
    return order[np.searchsorted(offsets, wanted, sorter=order)]


def _storage(tensor):
    return tensor.untyped_storage().data_ptr()


def _offsets(tensor):
    """Where the elements lie in their storage."""
    found = np.full(tensor.shape, tensor.storage_offset(), np.int64)
    for axis, (size, step) in enumerate(zip(tensor.shape, tensor.stride())):
        found += np.arange(size).reshape([-1 if i == axis else 1 for i in range(tensor.ndim)]) * step
    return found.reshape(-1)
