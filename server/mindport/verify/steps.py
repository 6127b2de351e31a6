"""The steps of a check, in terms of two children: prepare both, give MindSpore torch's weights, run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mindport.verify import runs
from mindport.verify.inputs import Array, Input
from mindport.verify.report import Reason, VerifyRequest
from mindport.verify.runs import Run
from mindport.verify.session import Child, State
from mindport.weights import state_map
from mindport.weights.state_map import StateMaps

Progress = Callable[[str], None]
"""Told the stage: ``start``, ``build``, ``torch``, ``mindspore``, ``compare``, ``layers``."""

_SAME = 1e-6  # two runs of one framework on one machine are closer than this, relative to their size


_MOST_NAMED = 12  # of the weights that have no counterpart: more would hide the rest


class Inconclusive(Exception):
    """A check that cannot say anything."""

    def __init__(self, reason: str, detail: str, side: str | None = None, notes: tuple[str, ...] = ()) -> None:
        super().__init__(detail)
        self.reason, self.detail, self.side, self.notes = reason, detail, side, notes


class Steps:
    """A check under way: the two children and what is known of the two models."""

    def __init__(
        self,
        request: VerifyRequest,
        maps: StateMaps,
        inputs: Sequence[Input],
        pair: Mapping[str, Child],
        directory: Path,
        tell: Progress,
    ) -> None:
        self.request, self.tell = request, tell
        self.notes: list[str] = []
        self.stand_ins: tuple[str, ...] = ()
        self.pairs: dict[str, Mapping[str, Any]] = {}  # torch name → its place in the MindSpore model
        self._maps, self._directory = maps, directory
        self._torch, self._mindspore = pair["torch"], pair["mindspore"]
        self._inputs = [item.to_json() for item in inputs]
        self._inputs_file = runs.write_inputs(directory / "inputs.npz", inputs)
        self._classes: dict[str, Sequence[str]] = {}
        self._cells: set[str] = set()
        self._files = 0

    def prepare(self) -> None:
        """Build both models at the same time and load torch's weights into MindSpore's. Effect: runs user code."""
        request = self.request
        self._torch.send(
            "prepare",
            {
                "file": str(request.torch_file.resolve()),
                "roots": [str(root) for root in request.roots],
                "build": request.build,
                "seed": request.seed,
                "mode": request.mode,
                "reinit": request.reinit,
                "inputs": self._inputs,
                "arrays": self._inputs_file,
                "out": self._file(),
            },
        )
        assert request.mindspore_file is not None, "checks run on two files"
        self._mindspore.send(
            "prepare",
            {
                "file": str(request.mindspore_file.resolve()),
                "roots": [str(root) for root in request.mindspore_roots],
                "build": request.mindspore_build or request.build,
                "seed": request.seed,
                "out": self._file(),
            },
        )
        self.tell("build")
        torch, mindspore = self._torch.answer(), self._mindspore.answer()
        self.stand_ins = tuple(sorted({*torch["stand_ins"], *mindspore["stand_ins"]}))
        self._classes = {module["path"]: module["classes"] for module in torch["modules"]}
        self._cells = set(mindspore["cells"])
        if mindspore["unmigrated"]:
            text = f"still torch's in the MindSpore version: {', '.join(mindspore['unmigrated'])}"
            raise Inconclusive(Reason.NOT_MIGRATED, text, "mindspore")
        self._load(torch, mindspore)

    def run_torch(self, **how: object) -> Run:
        """One run of torch's model."""
        self.tell("torch")
        params = {"call": self.request.call, "seed": self.request.seed, "out": self._file()}
        return Run(self._torch.call("run", {**params, **how}))

    def run_mindspore(self, torch: Run, layers: bool = False) -> Run:
        """One run of MindSpore's model, with the gradients that torch has given."""
        self.tell("mindspore")
        request = self.request
        gradients = torch.entries("gradients")
        weights = [self.pairs[g["name"]] for g in gradients if g["kind"] == "parameter" and g["name"] in self.pairs]
        params = {
            "mode": request.mode,
            "seed": request.seed,
            "call": request.mindspore_call or request.call,
            "inputs": self._inputs,
            "inputs_arrays": self._inputs_file,
            "weights": list(dict.fromkeys(pair["name"] for pair in weights if pair["trainable"][1])),
            "grad_inputs": [g["name"] for g in gradients if g["kind"] == "input"],
            "cotangents": torch.entries("cotangents"),
            "cotangent_arrays": torch.file,
            "buffers": [self.pairs[b["name"]]["name"] for b in torch.entries("state") if b["name"] in self.pairs],
            "layers": [cell for path in self._classes if (cell := self.cell(path))] if layers else [],
            "out": self._file(),
        }
        return Run(self._mindspore.call("run", params))

    def refuse_random(self, first: Run) -> None:
        """A model that torch itself does not repeat, or whose results are no numbers, cannot be compared."""
        if not _repeats(first.leaves("outputs"), self.run_torch(seed=self.request.seed + 1).leaves("outputs")):
            layer = self._random_layer()
            where = f"; the first random layer is {layer}" if layer else ""
            text = f"torch gives other outputs on every run{where}. Check in eval mode, or without random layers"
            raise Inconclusive(Reason.NONDETERMINISTIC, text, "torch")
        arrays = [leaf.array for leaf in first.leaves("outputs").values() if leaf.array is not None and leaf.array.size]
        if arrays and not any(bool(np.isfinite(array).any()) for array in arrays):
            raise Inconclusive(Reason.NOT_FINITE, "torch's own outputs are nan or infinite", "torch")

    def torch_alive(self) -> bool:
        return self._torch.state is State.READY

    def cell(self, path: str) -> str | None:
        """The path of a torch module's counterpart."""
        if not path:
            return None
        found = state_map.places(path, self._classes, self._maps)
        return next((place.name for place in found if place.name in self._cells), None)

    def _load(self, torch: Mapping[str, Any], mindspore: Mapping[str, Any]) -> None:
        entries = [{**entry, "candidates": self._candidates(entry)} for entry in torch["entries"]]
        loaded = self._mindspore.call("load", {"entries": entries, "arrays": torch["arrays"]})
        problems = []
        if loaded["missing"]:
            problems.append(f"no place in MindSpore for {_listed(loaded['missing'])}")
        if loaded["unexpected"]:
            problems.append(f"nothing in torch for {_listed(loaded['unexpected'])}")
        if problems:
            raise Inconclusive(Reason.STATE_MISMATCH, "; ".join(problems), notes=tuple(loaded["notes"]))
        self.notes += loaded["notes"]
        self.pairs = {str(pair["torch"]): pair for pair in loaded["pairs"]}
        self._compare_buffers(torch, mindspore)

    def _candidates(self, entry: Mapping[str, Any]) -> list[dict[str, object]]:
        found = state_map.places(str(entry["name"]), self._classes, self._maps)
        return [{"name": place.name, "shape": place.shape(entry["shape"])} for place in found]

    def _compare_buffers(self, torch: Mapping[str, Any], mindspore: Mapping[str, Any]) -> None:
        """Tell of constants that the two models compute differently: the check goes on with torch's."""
        ours, theirs = Run(torch), Run(mindspore)
        places = {entry["name"]: entry for entry in mindspore["entries"]}
        for entry in torch["entries"]:
            pair = self.pairs.get(str(entry["name"]))
            place = places.get(pair["name"]) if pair is not None else None
            leaf = str(entry["name"]).rpartition(".")[2]
            if entry["kind"] != "buffer" or place is None or leaf.startswith("running_"):
                continue
            a, b = ours.leaf(entry).array, theirs.leaf(place).array
            if a is not None and b is not None and not (a.size == b.size and _close(a.ravel(), b.ravel())):
                self.notes.append(f"buffer {entry['name']} is built with other values in MindSpore; torch's were used")

    def _random_layer(self) -> str | None:
        runs_of_layers = [self.run_torch(layers=True, seed=self.request.seed + n).layers() for n in (0, 1)]
        for (path, _, one), (_, _, two) in zip(*runs_of_layers):
            if not _repeats(one, two):
                return str(path)
        return None

    def _file(self) -> str:
        self._files += 1
        return str(self._directory / f"arrays-{self._files}.npz")


def _repeats(once: Mapping[str, Any], again: Mapping[str, Any]) -> bool:
    return once.keys() == again.keys() and all(
        leaf.value == again[name].value and _same(leaf.array, again[name].array) for name, leaf in once.items()
    )


def _same(a: Array | None, b: Array | None) -> bool:
    return a is b if a is None or b is None else a.shape == b.shape and _close(a, b)


def _close(a: Array, b: Array) -> bool:
    if a.dtype.kind not in "fc":
        return bool(np.array_equal(a, b))
    finite = np.abs(a[np.isfinite(a)])
    size = float(finite.max()) if finite.size else 1.0
    return bool(np.allclose(a, b, rtol=_SAME, atol=_SAME * size, equal_nan=True))


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" … (+{rest})" if rest > 0 else "")
