"""Runs one example of a row in both frameworks, each in a forked process of its own."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mindport.verify import inputs as checking_inputs
from mindport.verify import runs, tolerance, trivial
from mindport.verify.failures import failed
from mindport.verify.inputs import BadInput
from mindport.verify.report import Reason
from mindport.verify.runs import Run
from mindport.verify.session import Child, ChildError, Limits, State, children, worker_command
from mindport.verify.verdict import Deviation, Leaf, compare
from mindport.weights import state_map
from mindport.weights.state_map import StateMaps

_SEED = 0


@dataclass(frozen=True)
class RowCase:
    """One example of a row: the torch code, and what the rewriter makes of it."""

    name: str  # of the row
    torch: str
    mindspore: str
    inputs: Mapping[str, Mapping[str, object]]
    compare: tuple[str, ...]
    mode: str = "eval"
    grad: tuple[str, ...] = ()
    rtol: float | None = None
    atol: float | None = None
    imports: str = ""  # what the MindSpore code imports besides the usual
    helpers: str = ""  # source of the helpers that it imports

    @property
    def digest(self) -> str:
        return hashlib.sha256(json.dumps(vars(self), sort_keys=True, default=str).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class CaseResult:
    passed: bool
    max_error: float | None = None
    reason: str | None = None
    detail: str | None = None
    deviations: tuple[Deviation, ...] = ()
    trivial: str | None = None  # why the example shows nothing, as ``verify.trivial`` has it


class Runner:
    """Two warm children, each of which forks for every example; started again when one is lost."""

    def __init__(
        self,
        maps: StateMaps,
        limits: Limits,
        target: str,
        interpreters: Mapping[str, str],
        cancelled: Callable[[], bool],
    ) -> None:
        self._maps, self.limits, self._cancelled = maps, limits, cancelled
        self._commands = {name: worker_command(name, interpreters.get(name), target) for name in ("torch", "mindspore")}
        self._stack = contextlib.ExitStack()
        self._children: dict[str, Child] = {}
        self.directory = Path()

    def versions(self) -> dict[str, str]:
        """Start, and tell the versions of both frameworks."""
        self._start()
        out: dict[str, str] = {}
        for child in self._children.values():
            out.update({name: text for name, text in child.ready().items() if name != "python"})
        return out

    def close(self) -> None:
        self._stack.close()

    def outcome(self, case: RowCase) -> CaseResult:
        """The result of an example; a failure counts only when a second, fresh process confirms it."""
        first = self._outcome(case)
        return first if first.passed else self._outcome(case)

    def call(self, framework: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Ask a framework; its children are started again first if one was lost. Raises ``ChildError``."""
        if not self._children or any(child.state is State.CRASHED for child in self._children.values()):
            self._start()
        return self._children[framework].call(method, params, float(params["limit"]) + 60)

    def _start(self) -> None:
        self._stack.close()
        self._children = {}  # where starting fails, the next call tries again
        # a little more than the forked child is given, so that it is the one to be ended
        limits = replace(self.limits, request=self.limits.request + 10)
        self._children, self.directory = self._stack.enter_context(children(self._commands, limits, self._cancelled))

    def _outcome(self, case: RowCase) -> CaseResult:
        if not self._children or any(child.state is State.CRASHED for child in self._children.values()):
            self._start()
        try:
            return self._compare(case)
        except BadInput as error:
            return CaseResult(False, reason=Reason.BAD_INPUT, detail=str(error))
        except ChildError as error:
            report = failed(error.framework, error.failure)
            return CaseResult(False, reason=report.reason, detail=report.detail)

    def _compare(self, case: RowCase) -> CaseResult:
        inputs = [checking_inputs.of_example(name, spec, _SEED) for name, spec in case.inputs.items()]
        common = {
            "seed": _SEED,
            "mode": case.mode,
            "grad": list(case.grad),
            "compare": list(case.compare),
            "inputs": [item.to_json() for item in inputs],
            "arrays": runs.write_inputs(self.directory / "inputs.npz", inputs),
            "limit": self.limits.request,
        }
        torch = self._children["torch"].call(
            "case", {**common, "code": case.torch, "out": str(self.directory / "torch.npz")}
        )
        mindspore = self._children["mindspore"].call(
            "case",
            {
                **common,
                "code": case.mindspore,
                "imports": case.imports,
                "helpers": case.helpers,
                "modules": [self.with_candidates(module) for module in torch["modules"]],
                "weights": torch["arrays"],
                "out": str(self.directory / "mindspore.npz"),
            },
        )
        expected = Run(torch)
        shows_nothing = trivial.why(case.name, expected.leaves("outputs").values(), inputs)
        return replace(_judge(case, expected, Run(mindspore)), trivial=shows_nothing)

    def with_candidates(self, module: Mapping[str, Any]) -> dict[str, Any]:
        classes = {part["path"]: part["classes"] for part in module["modules"]}
        entries = [
            {
                **entry,
                "candidates": [
                    {"name": place.name, "shape": place.shape(entry["shape"])}
                    for place in state_map.places(entry["name"], classes, self._maps)
                ],
            }
            for entry in module["entries"]
        ]
        return {"key": module["key"], "entries": entries}


def _judge(case: RowCase, torch: Run, mindspore: Run) -> CaseResult:
    found: list[Deviation] = []
    for part in ("outputs", "gradients"):
        ours, theirs = torch.leaves(part), mindspore.leaves(part)
        if ours.keys() != theirs.keys():
            detail = f"torch gives {', '.join(ours) or 'nothing'}, MindSpore {', '.join(theirs) or 'nothing'}"
            return CaseResult(False, reason=Reason.STRUCTURE, detail=detail)
        found += [_compare(case, leaf, theirs[name]) for name, leaf in ours.items()]
    if not found:
        return CaseResult(False, reason=Reason.NO_OUTPUT, detail="nothing is compared")
    errors = [d.max_abs for d in found if d.max_abs is not None]
    bad = [d for d in found if not d.within]
    said = [d.note or (f"{d.max_abs:.3g} apart" if d in bad else "") for d in found]
    text = "; ".join(f"{d.name}: {words}" for d, words in zip(found, said) if words)
    reason = Reason.OUTPUTS if bad else None
    return CaseResult(not bad, max(errors, default=None), reason, text or None, tuple(found))


def _compare(case: RowCase, torch: Leaf, mindspore: Leaf) -> Deviation:
    limits = tolerance.chosen((torch.dtype, mindspore.dtype), case.rtol, case.atol)
    return compare(torch, mindspore, limits.rtol, limits.atol)
