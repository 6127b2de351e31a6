"""Arrays in ``.npz`` files, and the flattening of what a model returns into named leaves."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

MAX_LEAVES = 10_000
MAX_LAYERS = 1 << 30
"""Bytes of layers' outputs that are kept; those of later layers are left out."""


class Store:
    """Arrays under any names, written together. Effect: none before ``write``."""

    def __init__(self) -> None:
        self._arrays: list[np.ndarray[Any, Any]] = []
        self.size = 0

    def add(self, array: np.ndarray[Any, Any]) -> int:
        """Keep a copy of the array; its number in the file."""
        self._arrays.append(np.array(array, copy=True))
        self.size += array.nbytes
        return len(self._arrays) - 1

    def write(self, path: str) -> str:
        np.savez(path, *self._arrays)
        return path


def read(path: str) -> list[np.ndarray[Any, Any]]:
    """The arrays of a file by number. Effect: reads the file."""
    if not Path(path).is_file():
        return []
    with np.load(path, allow_pickle=False) as file:
        return [file[f"arr_{i}"] for i in range(len(file.files))]


def leaves(value: object, name: str, is_tensor: Callable[[object], bool]) -> Iterator[tuple[str, object]]:
    """Tensors, numbers, strings and None inside tuples, lists, dicts and dataclasses, each with a name like ``output[0]``."""
    if value is None or is_tensor(value) or isinstance(value, (bool, int, float, complex, str, np.ndarray, np.generic)):
        yield name, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from leaves(item, f"{name}[{key!r}]", is_tensor)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for field, item in zip(value._fields, value):
            yield from leaves(item, f"{name}.{field}", is_tensor)
    elif isinstance(value, Sequence) and not isinstance(value, (bytes, range)):
        for index, item in enumerate(value[:MAX_LEAVES]):
            yield from leaves(item, f"{name}[{index}]", is_tensor)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for item_field in dataclasses.fields(value):
            yield from leaves(getattr(value, item_field.name, None), f"{name}.{item_field.name}", is_tensor)


def record(
    value: object,
    name: str,
    store: Store,
    is_tensor: Callable[[object], bool],
    to_numpy: Callable[[Any], tuple[np.ndarray[Any, Any], str]],
) -> list[dict[str, object]]:
    """Every leaf as ``{name, kind, …}``; tensors are copied into the store."""
    out: list[dict[str, object]] = []
    for leaf_name, leaf in leaves(value, name, is_tensor):
        if leaf is None or isinstance(leaf, str):
            out.append({"name": leaf_name, "kind": "value", "value": leaf})
            continue
        if is_tensor(leaf):
            array, dtype = to_numpy(leaf)
            kind = "tensor"
        else:
            array = np.asarray(leaf)
            dtype, kind = str(array.dtype), "number"
        out.append(
            {"name": leaf_name, "kind": kind, "dtype": dtype, "shape": list(array.shape), "array": store.add(array)}
        )
    return out


def cotangent(shape: Sequence[int], seed: int) -> np.ndarray[Any, Any]:
    """Seeded weights for an output, so that the gradient of their weighted sum depends on every element."""
    return np.random.RandomState(seed % 2**32).standard_normal(tuple(shape))
