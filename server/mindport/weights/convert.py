"""Takes weights from one framework's file to the other's. The names follow the classes of the model that holds them.

Tensors without a place in the model (an optimizer's, a head that was cut off) are reported and left out, except that
``num_batches_tracked``, which MindSpore has no use for, is kept under its own name: the way back is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mindport.verify import runs
from mindport.verify.failures import in_words
from mindport.verify.inputs import Array
from mindport.verify.session import ChildError, Limits, children, worker_command
from mindport.weights import formats, state_map
from mindport.weights.formats import UnknownFormat
from mindport.weights.state_map import StateMaps

SCHEMA = 1


@dataclass(frozen=True)
class ConvertReport:
    """What was written. ``unmatched`` are tensors of the file that the model does not have, ``missing`` the reverse."""

    converted: int = 0
    unmatched: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    error: str | None = None

    def to_json(self) -> dict[str, object]:
        return {
            "schema": SCHEMA,
            "converted": self.converted,
            "unmatched": list(self.unmatched),
            "missing": list(self.missing),
            "renamed": [{"from": old, "to": new} for old, new in self.renamed],
            "notes": list(self.notes),
            "error": self.error,
        }


@dataclass(frozen=True)
class _Tensor:
    name: str
    dtype: str
    values: Array


def convert(
    source: Path,
    destination: Path,
    torch_file: Path,
    build: str,
    maps: StateMaps,
    *,
    roots: Sequence[Path] = (),
    limits: Limits | None = None,
    interpreters: Mapping[str, str] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ConvertReport:
    """Convert a file; the direction follows from the names. Effect: runs the torch file, writes the destination."""
    try:
        from_framework, to_framework = formats.frameworks(source, destination)
    except UnknownFormat as error:
        return ConvertReport(error=str(error))
    chosen = interpreters or {}
    commands = {name: worker_command(name, chosen.get(name)) for name in ("torch", "mindspore")}
    try:
        with children(commands, limits or Limits(request=300.0), cancelled) as (pair, directory):
            pair["torch"].send("prepare", _prepare(torch_file, roots, build, directory))
            described = pair["torch"].answer()
            read = pair[from_framework].call(
                "read_weights", {"file": str(source.resolve()), "out": str(directory / "read.npz")}
            )
            arrays = runs.read_arrays(Path(str(read["arrays"])))
            tensors = [_Tensor(str(e["name"]), str(e["dtype"]), arrays[e["array"]]) for e in read["entries"]]
            if from_framework == "torch":
                written, report = _to_mindspore(tensors, described, maps)
            else:
                model = runs.read_arrays(Path(str(described["arrays"])))
                written, report = _to_torch(tensors, described, model, maps)
            if not written:
                return ConvertReport(unmatched=report.unmatched, missing=report.missing, error=_NOTHING)
            pair[to_framework].call("write_weights", _write(written, destination, directory))
    except ChildError as error:
        return ConvertReport(error=f"{error.framework}: {in_words(error.failure)}")
    notes = [*report.notes]
    if read["prefix"]:
        notes.append(f"the prefix {read['prefix']} was taken off every name")
    if read["under"]:
        notes.append(f"the weights were read from {read['under'].rstrip('/')}")
    changed = tuple((old, new) for old, new in report.renamed if old != new)
    return ConvertReport(len(written), report.unmatched, report.missing, changed, tuple(notes))


_NOTHING = "no tensor of the file belongs to the model"


def _prepare(torch_file: Path, roots: Sequence[Path], build: str, directory: Path) -> dict[str, object]:
    return {
        "file": str(torch_file.resolve()),
        "roots": [str(root) for root in roots],
        "build": build,
        "seed": 0,
        "mode": "eval",
        "reinit": "none",
        "inputs": [],
        "arrays": "",
        "out": str(directory / "state.npz"),
    }


def _write(tensors: Sequence[_Tensor], destination: Path, directory: Path) -> dict[str, object]:
    entries = [
        {"name": tensor.name, "dtype": tensor.dtype, "shape": list(tensor.values.shape), "array": number}
        for number, tensor in enumerate(tensors)
    ]
    file = runs.write_arrays(directory / "write.npz", [tensor.values for tensor in tensors])
    return {"file": str(destination.resolve()), "entries": entries, "arrays": file}


def _to_mindspore(
    tensors: Sequence[_Tensor], described: Mapping[str, Any], maps: StateMaps
) -> tuple[list[_Tensor], ConvertReport]:
    classes, entries = _model(described)
    written: list[_Tensor] = []
    unmatched, renamed = [], []
    for tensor in tensors:
        entry = entries.get(tensor.name)
        if entry is None or list(tensor.values.shape) != entry["shape"]:
            unmatched.append(_said(tensor, entry))
            continue
        if entry["same_as"] in {t.name for t in tensors}:
            continue  # MindSpore keeps a shared parameter once
        place = state_map.places(tensor.name, classes, maps)[0]
        written.append(_Tensor(place.name, tensor.dtype, tensor.values.reshape(place.shape(tensor.values.shape))))
        renamed.append((tensor.name, place.name))
    missing = _missing(entries, {tensor.name for tensor in tensors})
    return written, ConvertReport(unmatched=tuple(unmatched), missing=missing, renamed=tuple(renamed))


def _to_torch(
    tensors: Sequence[_Tensor], described: Mapping[str, Any], model: Sequence[Array], maps: StateMaps
) -> tuple[list[_Tensor], ConvertReport]:
    """In the order of torch's own state_dict."""
    classes, entries = _model(described)
    given = {tensor.name: tensor for tensor in tensors}
    used: set[str] = set()
    written: dict[str, _Tensor] = {}
    renamed, missing, notes = [], [], []
    for name, entry in entries.items():
        found = next((p.name for p in state_map.places(name, classes, maps) if p.name in given), None)
        shared = written.get(str(entry["same_as"]))
        if found is None and shared is not None:
            written[name] = _Tensor(name, shared.dtype, shared.values)
        elif found is not None and given[found].values.size == int(np.prod(entry["shape"])):
            used.add(found)
            renamed.append((found, name))
            written[name] = _Tensor(name, given[found].dtype, given[found].values.reshape(entry["shape"]))
        elif found is None and name.endswith("num_batches_tracked"):
            written[name] = _Tensor(name, str(entry["dtype"]), model[entry["array"]])
            notes.append(f"{name} is not in the file: taken from the model as built")
        else:
            missing.append(name if found is None else _said(given[found], entry))
    unmatched = tuple(name for name in given if name not in used)
    report = ConvertReport(unmatched=unmatched, missing=tuple(missing), renamed=tuple(renamed), notes=tuple(notes))
    return list(written.values()), report


def _model(described: Mapping[str, Any]) -> tuple[dict[str, Sequence[str]], dict[str, dict[str, Any]]]:
    classes = {module["path"]: module["classes"] for module in described["modules"]}
    kept = {str(entry["name"]): entry for entry in described["entries"] if entry["persistent"]}
    order = described.get("state_order") or list(kept)
    return classes, {name: kept[name] for name in order if name in kept}


def _missing(entries: Mapping[str, Mapping[str, Any]], given: set[str]) -> tuple[str, ...]:
    return tuple(name for name, entry in entries.items() if name not in given and entry["same_as"] not in given)


def _said(tensor: _Tensor, entry: Mapping[str, Any] | None) -> str:
    if entry is None:
        return tensor.name
    return f"{tensor.name} {list(tensor.values.shape)} (in the model {entry['shape']})"
