"""What code of some years ago expects of Python, NumPy and torch, where they are stricter now."""

from __future__ import annotations

import collections
import collections.abc
import itertools
import random
from collections.abc import Callable
from typing import Any


def numpy_names() -> None:
    """NumPy's names for Python's types."""
    import numpy

    numpy_module: Any = numpy
    for name, kind in {"float": float, "int": int, "bool": bool, "object": object, "long": int}.items():
        setattr(numpy_module, name, kind)


def python_names() -> None:
    """Abstract classes in ``collections``, and samples of sets."""
    for name in ("Iterable", "Mapping", "Sequence", "Callable"):
        setattr(collections, name, getattr(collections.abc, name))
    plain = random.sample

    def sample(population: Any, k: int) -> Any:
        return plain(sorted(population) if isinstance(population, set) else population, k)

    random.sample = sample  # type: ignore[assignment]


def any_view() -> None:
    """A Tensor that lies otherwise in memory has a ``view``, too."""
    import torch

    tensor: Any = torch.Tensor
    plain = tensor.view

    def view(self: Any, *shape: Any, **kwargs: Any) -> Any:
        try:
            return plain(self, *shape, **kwargs)
        except RuntimeError:
            return self.reshape(*shape, **kwargs)

    tensor.view = view


def torch_calls() -> None:
    """Masks of bytes, samplers made with what they sample, layers called one by one, and any view."""
    import torch

    any_view()
    tensor: Any = torch.Tensor
    tensor.masked_fill, tensor.masked_fill_ = _of_any_mask(tensor.masked_fill), _of_any_mask(tensor.masked_fill_)
    sampler: Any = torch.utils.data.Sampler
    sampler.__init__ = lambda self, *args: None
    internals: Any = torch._utils
    internals._accumulate = itertools.accumulate
    nn: Any = torch.nn
    nn.TransformerEncoder.forward, nn.TransformerDecoder.forward = _encode, _decode


def _of_any_mask(plain: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, mask, value: plain(self, mask.bool(), value)


def _encode(self: Any, src: Any, mask: Any = None, src_key_padding_mask: Any = None, **_: object) -> Any:
    # The layers of a project have their own signatures: torch's way through asks more of them.
    for layer in self.layers:
        src = layer(src, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
    return src


def _decode(self: Any, tgt: Any, memory: Any, **_: object) -> Any:
    for layer in self.layers:
        tgt = layer(tgt, memory)
    return tgt


def numbers_with_items() -> None:
    """A Tensor of no dimension has an item 0, itself: ``loss.data[0]``. Only for projects that ask for it."""
    import torch

    tensor: Any = torch.Tensor
    plain = tensor.__getitem__

    def getitem(self: Any, key: Any) -> Any:
        return self if self.dim() == 0 and type(key) is int and key == 0 else plain(self, key)

    tensor.__getitem__ = getitem
