"""Compares two files of weights: names, shapes, values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mindport.verify import runs
from mindport.verify.failures import in_words
from mindport.verify.report import finite
from mindport.verify.runs import Run
from mindport.verify.session import ChildError, Limits, children, worker_command
from mindport.verify.verdict import Deviation
from mindport.weights import formats
from mindport.weights.formats import Format

SCHEMA = 1


@dataclass(frozen=True)
class CompareReport:
    """``tensors`` that both files have, and the names that only one has."""

    tensors: tuple[Deviation, ...] = ()
    only_left: tuple[str, ...] = ()
    only_right: tuple[str, ...] = ()
    error: str | None = None

    @property
    def same(self) -> bool:
        """Whether the files hold the same tensors with the same values, exactly."""
        exact = all(d.within and d.max_abs == 0 for d in self.tensors)
        return exact and not (self.only_left or self.only_right or self.error)

    def to_json(self) -> dict[str, object]:
        return {
            "schema": SCHEMA,
            "same": self.same,
            "tensors": [finite(d.to_json()) for d in self.tensors],
            "only_left": list(self.only_left),
            "only_right": list(self.only_right),
            "error": self.error,
        }


def compare_files(
    left: Path,
    right: Path,
    *,
    limits: Limits | None = None,
    interpreters: Mapping[str, str] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> CompareReport:
    """Compare two files by name; each may be of either framework. Effect: reads the files in child processes."""
    sides: dict[str, str] = {}
    for path in (left, right):
        form = formats.format_of(path)
        if form is None:
            return CompareReport(error=f"{path.name}: neither .pth, .pt, .bin, .ckpt nor .safetensors")
        sides[str(path)] = "mindspore" if form is Format.CKPT else "torch"
    chosen = interpreters or {}
    commands = {name: worker_command(name, chosen.get(name)) for name in sorted(set(sides.values()))}
    try:
        with children(commands, limits or Limits(request=300.0), cancelled) as (pair, directory):
            read: list[dict[str, Any]] = []
            for number, path in enumerate((left, right)):
                params = {"file": str(path.resolve()), "out": str(directory / f"side-{number}.npz")}
                read.append(pair[sides[str(path)]].call("read_weights", params))
            ours, theirs = (Run(answer).leaves("entries") for answer in read)
    except ChildError as error:
        return CompareReport(error=f"{error.framework}: {in_words(error.failure)}")
    found, _ = runs.deviations(ours, theirs, 0.0, 0.0)
    only_left = tuple(name for name in ours if name not in theirs)
    only_right = tuple(name for name in theirs if name not in ours)
    return CompareReport(tuple(found), only_left, only_right)
