"""Reads what a child sends back of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mindport.verify.inputs import Array, Input
from mindport.verify.verdict import Deviation, Leaf, compare
from mindport.worker.protocol import Failure, failure

Entry = Mapping[str, Any]


class Run:
    """One answer: leaves by part (``outputs``, ``gradients``, ``state``), and layers."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self._answer = answer
        self.file = str(answer["arrays"])
        self._arrays = read_arrays(Path(self.file))

    @property
    def backward_error(self) -> Failure | None:
        """Why there are no gradients although they were asked for."""
        error = self._answer.get("backward_error")
        return None if error is None else failure(error)

    @property
    def kernels(self) -> list[str]:
        """The kernels with an accuracy of their own that took part."""
        return [str(name) for name in self._answer.get("kernels") or ()]

    def entries(self, part: str) -> list[dict[str, Any]]:
        return list(self._answer.get(part) or ())

    def leaves(self, part: str) -> dict[str, Leaf]:
        return {str(entry["name"]): self.leaf(entry) for entry in self._answer.get(part) or ()}

    def leaf(self, entry: Entry, name: str | None = None) -> Leaf:
        number = entry.get("array")
        array = None if number is None else self._arrays[number]
        return Leaf(name or str(entry["name"]), str(entry.get("dtype", "")), array, entry.get("value"))

    def layers(self) -> list[tuple[str, int, dict[str, Leaf]]]:
        """Path, number of the call, and outputs of every layer, in the order in which they were finished."""
        return [
            (str(item["path"]), int(item["call"]), {str(e["name"]): self.leaf(e) for e in item["leaves"]})
            for item in self._answer.get("layers") or ()
        ]


def read_arrays(path: Path) -> list[Array]:
    """Arrays by number. Effect: reads the file."""
    with np.load(path, allow_pickle=False) as file:
        return [file[f"arr_{number}"] for number in range(len(file.files))]


def write_arrays(path: Path, arrays: Sequence[Array]) -> str:
    """Write arrays by number. Effect: writes the file."""
    np.savez(path, *arrays)
    return str(path)


def write_inputs(path: Path, inputs: Sequence[Input]) -> str:
    return write_arrays(path, [item.values for item in inputs])


def deviations(
    torch: Mapping[str, Leaf], mindspore: Mapping[str, Leaf], rtol: float | None, atol: float | None
) -> tuple[list[Deviation], str | None]:
    """Every pair compared, and what is wrong with the structure if the names are not the same."""
    only_torch = [name for name in torch if name not in mindspore]
    only_mindspore = [name for name in mindspore if name not in torch]
    problem = None
    if only_torch or only_mindspore:
        problem = (
            f"only in torch: {', '.join(only_torch) or '-'}; only in MindSpore: {', '.join(only_mindspore) or '-'}"
        )
    return [compare(torch[name], mindspore[name], rtol, atol) for name in torch if name in mindspore], problem
