"""Reads and writes torch's checkpoints."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import torch

from . import arrays
from .protocol import Kind, WorkerError
from .torch_state import from_numpy, to_numpy

_NESTED = ("state_dict", "model_state_dict", "model", "module", "net", "params")
_PREFIXES = ("module.", "_orig_mod.")


def read_weights(params: dict[str, Any]) -> dict[str, Any]:
    """Tensors of a ``.pth`` or ``.safetensors`` file. Never unpickles anything but tensors and plain containers."""
    path = params["file"]
    try:
        loaded = _read(path)
    except Exception as error:  # both libraries raise whatever they meet
        raise WorkerError(Kind.BAD_FILE, f"{os.path.basename(path)}: {error}") from error  # noqa: PTH119
    under = ""
    while isinstance(loaded, Mapping) and not any(isinstance(v, torch.Tensor) for v in loaded.values()):
        nested = next((key for key in _NESTED if isinstance(loaded.get(key), Mapping)), None)
        if nested is None:
            raise WorkerError(Kind.BAD_FILE, "holds no state_dict")
        loaded, under = loaded[nested], f"{under}{nested}/"
    if not isinstance(loaded, Mapping):
        raise WorkerError(Kind.BAD_FILE, f"holds a {type(loaded).__name__}, not a state_dict")
    tensors = {str(name): value for name, value in loaded.items() if isinstance(value, torch.Tensor)}
    prefix = next((p for p in _PREFIXES if tensors and all(name.startswith(p) for name in tensors)), "")
    store = arrays.Store()
    entries = []
    for name, value in tensors.items():
        array, dtype = to_numpy(value)
        number = store.add(array)
        name = name.removeprefix(prefix)
        entries.append({"name": name, "dtype": dtype, "shape": list(value.shape), "array": number})
    left = sorted(str(name) for name, value in loaded.items() if not isinstance(value, torch.Tensor))
    return {"entries": entries, "under": under, "prefix": prefix, "left": left, "arrays": store.write(params["out"])}


def write_weights(params: dict[str, Any]) -> dict[str, Any]:
    """Write entries as a state_dict. Effect: writes the file."""
    values = arrays.read(params["arrays"])
    state = OrderedDict(
        (entry["name"], from_numpy(values[entry["array"]].reshape(entry["shape"]), entry["dtype"]).contiguous())
        for entry in params["entries"]
    )
    if params["file"].endswith(".safetensors"):
        from safetensors.torch import save_file

        save_file(dict(state), params["file"], metadata={"format": "pt"})
    else:
        torch.save(state, params["file"])
    return {"written": len(state)}


def _read(path: str) -> Any:
    if path.endswith(".safetensors"):
        from safetensors.torch import load_file

        return load_file(path)
    return torch.load(path, map_location="cpu", weights_only=True)


METHODS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "read_weights": read_weights,
    "write_weights": write_weights,
}
