"""What a torch module holds: parameters and buffers by path, the classes of its parts, seeded values for them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

from . import arrays

_WIDENED = {torch.bfloat16: torch.float32, torch.complex32: torch.complex64}


def is_tensor(value: object) -> bool:
    return isinstance(value, torch.Tensor)


def to_numpy(value: torch.Tensor) -> tuple[np.ndarray[Any, Any], str]:
    """The values, widened where NumPy has no such type, and the name of the real type."""
    dtype = str(value.dtype).removeprefix("torch.")
    plain = value.detach().resolve_conj().resolve_neg().cpu()
    if plain.layout is not torch.strided:
        plain = plain.to_dense()
    if plain.is_quantized:
        plain = plain.dequantize()
    return plain.to(_WIDENED.get(plain.dtype, plain.dtype)).numpy(), dtype


def from_numpy(array: np.ndarray[Any, Any], dtype: str) -> torch.Tensor:
    """A tensor of the named type."""
    return torch.from_numpy(np.ascontiguousarray(array).reshape(array.shape)).to(getattr(torch, dtype))


def class_names(module: torch.nn.Module) -> list[str]:
    """Qualified names of a module's classes, its own first; torch's public name for torch's."""
    out = []
    scripted = getattr(module, "original_name", "") if isinstance(module, torch.jit.ScriptModule) else ""
    if scripted and hasattr(torch.nn, scripted):
        return [f"torch.nn.{scripted}"]
    for cls in type(module).__mro__:
        if cls is torch.nn.Module:
            break
        public = getattr(torch.nn, cls.__name__, None) is cls
        out.append(f"torch.nn.{cls.__name__}" if public else f"{cls.__module__}.{cls.__qualname__}")
    return out or ["torch.nn.Module"]


def describe(model: torch.nn.Module, store: arrays.Store) -> dict[str, Any]:
    """Modules with their classes, and every parameter and buffer; a shared one names the first place as ``same_as``."""
    modules = [
        {"path": path, "classes": class_names(module)} for path, module in model.named_modules(remove_duplicate=False)
    ]
    state = list(model.state_dict(keep_vars=True))
    persistent = set(state)
    entries: list[dict[str, Any]] = []
    first: dict[int, str] = {}
    members = [(n, v, "parameter") for n, v in model.named_parameters(remove_duplicate=False)]
    members += [(n, v, "buffer") for n, v in model.named_buffers(remove_duplicate=False)]
    for name, value, kind in members:
        array, dtype = to_numpy(value)
        entry = {
            "name": name,
            "kind": kind,
            "dtype": dtype,
            "shape": list(array.shape),
            "trainable": bool(value.requires_grad),
            "persistent": name in persistent,
            "same_as": first.get(id(value)),
        }
        if entry["same_as"] is None:
            first[id(value)] = name
            entry["array"] = store.add(array)
        entries.append(entry)
    return {"modules": modules, "entries": entries, "state_order": state}


def doubled(value: torch.Tensor) -> torch.Tensor:
    """A copy, in double precision if it is of floats."""
    return value.to(torch.float64, copy=True) if value.is_floating_point() else value.clone()


@contextlib.contextmanager
def double_precision(model: object) -> Iterator[None]:
    """The model in double precision, for a while. In place: a copy would miss what its closures refer to."""
    parts = list(model.modules()) if isinstance(model, torch.nn.Module) else []
    buffers = [(part, name, value) for part in parts for name, value in part._buffers.items()]
    parameters = [(value, value.data) for part in parts for value in part._parameters.values() if value is not None]
    default = torch.get_default_dtype()
    try:
        torch.set_default_dtype(torch.float64)
        if isinstance(model, torch.nn.Module):
            model.double()
        yield
    finally:
        torch.set_default_dtype(default)
        for parameter, data in parameters:
            parameter.data = data
        for part, name, value in buffers:
            part._buffers[name] = value


def snapshot(model: torch.nn.Module) -> Callable[[], None]:
    """What puts parameters and buffers back to their present values; a run may have changed them."""
    parameters = [(value, value.detach().clone()) for value in model.parameters()]
    buffers = [
        (part, name, value, value.detach().clone())
        for part in model.modules()
        for name, value in part._buffers.items()
        if value is not None
    ]

    def restore() -> None:
        fresh: dict[int, torch.Tensor] = {}
        with torch.no_grad():
            for parameter, value in parameters:
                parameter.copy_(value)
            for part, name, original, value in buffers:
                if isinstance(part, torch.jit.ScriptModule):  # keeps its own tensors
                    original.copy_(value)
                    continue
                now = part._buffers.get(name)
                dtype = value.dtype if now is None else now.dtype
                # a new tensor: the old one may be a view whose elements share memory
                part._buffers[name] = fresh.setdefault(id(original), value.to(dtype, copy=True))

    return restore


def reinitialise(model: torch.nn.Module, seed: int) -> None:
    """Fill parameters and running statistics with seeded values.

    Default initialisation makes the outputs of some models constant, and a check of constants checks nothing.
    """
    with torch.no_grad():
        _fill(model, torch.Generator().manual_seed(seed))


def _fill(model: torch.nn.Module, generator: torch.Generator) -> None:

    def normal(like: torch.Tensor) -> torch.Tensor:
        return torch.randn(like.shape, generator=generator).to(like.dtype)

    for name, parameter in model.named_parameters():
        if not parameter.is_floating_point() or parameter.numel() == 0:
            continue
        leaf = name.rpartition(".")[2]
        if parameter.ndim >= 2:
            fan_in = parameter.numel() / parameter.shape[0]
            parameter.copy_(normal(parameter) * (1.0 / fan_in) ** 0.5)
        elif any(word in leaf for word in ("weight", "gamma", "scale")):
            parameter.copy_(1 + 0.1 * normal(parameter))
        else:
            parameter.copy_(0.1 * normal(parameter))
    for name, buffer in model.named_buffers():
        leaf = name.rpartition(".")[2]
        if leaf == "running_mean":
            buffer.copy_(0.1 * normal(buffer))
        elif leaf == "running_var":
            buffer.copy_(0.5 + torch.rand(buffer.shape, generator=generator).to(buffer.dtype))
