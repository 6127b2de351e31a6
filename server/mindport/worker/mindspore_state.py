"""What a MindSpore cell holds: parameters and plain tensors by attribute path, and how they are filled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import mindspore as ms
import numpy as np

from . import arrays
from .protocol import Kind, WorkerError

_WIDENED = {ms.bfloat16: ms.float32}
_MAX_DEPTH = 200
_OPTIMIZERS = (ms.nn.Optimizer, ms.experimental.optim.Optimizer)  # Cells in MindSpore; no part of the model in torch


@dataclass(frozen=True)
class Member:
    """A parameter or a tensor, and the cell that holds it."""

    cell: Any
    attribute: str
    value: Any

    @property
    def is_parameter(self) -> bool:
        return isinstance(self.value, ms.Parameter)


def is_tensor(value: object) -> bool:
    return isinstance(value, ms.Tensor)


def to_numpy(value: Any) -> tuple[np.ndarray[Any, Any], str]:
    """The values, widened where NumPy has no such type, and the name of the real type."""
    if value is None:
        raise WorkerError(Kind.ERROR, "None where a tensor belongs")
    dtype = str(value.dtype).lower().removeprefix("mindspore.")
    dtype = {"bool_": "bool"}.get(dtype, dtype)
    widened = _WIDENED.get(value.dtype)
    return np.asarray((value if widened is None else value.astype(widened)).asnumpy()), dtype


def from_numpy(array: np.ndarray[Any, Any], dtype: str) -> Any:
    """A tensor of the named type."""
    plain = ms.Tensor(np.array(array, copy=True))
    wanted = getattr(ms, {"bool": "bool_"}.get(dtype, dtype))
    return plain if plain.dtype == wanted else plain.astype(wanted)


def cells(model: Callable[..., Any]) -> dict[str, Any]:
    """Every cell by path, a shared one under each of its paths; the model itself under ``""``."""
    return dict(_walk(model, "", 0)) if isinstance(model, ms.nn.Cell) else {}


def _walk(cell: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    yield path, cell
    if depth < _MAX_DEPTH:
        for name, child in cell._cells.items():
            if child is not None and not isinstance(child, _OPTIMIZERS):
                name = (
                    name[:-1] if name.endswith("_") and hasattr(ms.nn.Cell, name[:-1]) else name
                )  # renamed: Cell's own
                yield from _walk(child, f"{path}.{name}" if path else name, depth + 1)


def members(model: Callable[..., Any]) -> dict[str, Member]:
    """Every parameter and tensor attribute by path."""
    out: dict[str, Member] = {}
    for path, cell in cells(model).items():
        held: dict[str, Any] = {**cell._params, **cell._buffers}
        for name, value in vars(cell).items():
            if is_tensor(value):
                held.setdefault(name, value)
            elif isinstance(value, ms.ParameterTuple) or (
                isinstance(value, (list, tuple)) and value and all(isinstance(item, ms.Parameter) for item in value)
            ):
                held.update({f"{name}.{index}": item for index, item in enumerate(value)})
        for name, value in held.items():
            if value is not None:
                out[f"{path}.{name}" if path else name] = Member(cell, name, value)
    return out


def unmigrated(model: Callable[..., Any]) -> list[str]:
    """Attributes that are still torch's, each with its class: what is in them is neither loaded nor compared."""
    out = []
    for path, cell in cells(model).items():
        for name, value in vars(cell).items():
            of = next((cls for cls in type(value).__mro__ if cls.__module__.partition(".")[0] == "torch"), None)
            if of is not None:
                out.append(f"{path}.{name} (torch's {of.__name__})" if path else f"{name} (torch's {of.__name__})")
    return out


def describe(model: Any, store: arrays.Store) -> list[dict[str, Any]]:
    """Every parameter and tensor; a shared one names the first place as ``same_as``."""
    own_names = {id(p): p.name for p in model.get_parameters()}
    first: dict[int, str] = {}
    out = []
    for path, member in members(model).items():
        same_as = first.setdefault(id(member.value), path)
        entry: dict[str, Any] = {
            "name": path,
            "saved": own_names.get(id(member.value), path),
            "kind": "parameter" if member.is_parameter else "tensor",
            "dtype": str(member.value.dtype).lower().removeprefix("mindspore."),
            "shape": list(member.value.shape),
            "trainable": bool(member.is_parameter and member.value.requires_grad),
            "same_as": None if same_as == path else same_as,
        }
        if not member.is_parameter:
            entry["array"] = store.add(to_numpy(member.value)[0])
        out.append(entry)
    return out


def fill(model: Callable[..., Any], state: list[tuple[dict[str, Any], np.ndarray[Any, Any]]]) -> None:
    """Put arrays where the pairs say. A parameter keeps its own type. Effect: changes the model."""
    found = members(model)
    for pair, array in state:
        member = found.get(pair["name"])
        if member is None:
            continue
        dtype = str(member.value.dtype).lower().removeprefix("mindspore.")
        value = from_numpy(array, {"bool_": "bool"}.get(dtype, dtype))
        if member.is_parameter:
            member.value.set_data(value)
        elif member.attribute in member.cell._buffers:
            member.cell._buffers[member.attribute] = value
        else:
            setattr(member.cell, member.attribute, value)
