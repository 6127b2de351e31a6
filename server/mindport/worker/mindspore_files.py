"""Reads and writes MindSpore's checkpoints."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import mindspore as ms

from . import arrays
from .mindspore_state import from_numpy, to_numpy
from .protocol import Kind, WorkerError


def read_weights(params: dict[str, Any]) -> dict[str, Any]:
    """Tensors of a ``.ckpt`` or ``.safetensors`` file."""
    path = params["file"]
    try:
        loaded = ms.load_checkpoint(path, format=_format(path))
    except Exception as error:  # MindSpore raises ValueError, RuntimeError and protobuf's own
        raise WorkerError(Kind.BAD_FILE, f"{os.path.basename(path)}: {error}") from error  # noqa: PTH119
    store = arrays.Store()
    entries = []
    for name, value in loaded.items():
        if not isinstance(value, ms.Tensor):
            continue
        array, dtype = to_numpy(value)
        entries.append({"name": name, "dtype": dtype, "shape": list(value.shape), "array": store.add(array)})
    return {"entries": entries, "under": "", "prefix": "", "left": [], "arrays": store.write(params["out"])}


def write_weights(params: dict[str, Any]) -> dict[str, Any]:
    """Write entries as a checkpoint. Effect: writes the file."""
    values = arrays.read(params["arrays"])
    saved = [
        {"name": entry["name"], "data": from_numpy(values[entry["array"]].reshape(entry["shape"]), entry["dtype"])}
        for entry in params["entries"]
    ]
    ms.save_checkpoint(saved, params["file"], format=_format(params["file"]))
    return {"written": len(saved)}


def _format(path: str) -> str:
    return "safetensors" if path.endswith(".safetensors") else "ckpt"


METHODS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "read_weights": read_weights,
    "write_weights": write_weights,
}
