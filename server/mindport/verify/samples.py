"""Runs torch's own samples of an API in both frameworks: the call is rewritten as a user's would be, then both are run."""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from mindport.verify.evidence import SampleEvidence
from mindport.verify.failures import in_words
from mindport.verify.row_case import Runner
from mindport.verify.runs import Run
from mindport.verify.session import ChildError
from mindport.verify.verdict import Deviation, Leaf, compare
from mindport.worker.protocol import Failure, Kind, failure

RTOL, ATOL = 1e-4, 1e-5
GRADIENT_RTOL, GRADIENT_ATOL = 1e-3, 1e-4
CAP = 12
GRADIENTS = 6
"""How many of an API's samples are also derived: the first derivative in a process takes half a second."""

_SIGN_FREE = frozenset(
    ["svd", "qr", "eigh", "eig", "linalg_svd", "linalg_qr", "linalg_eigh", "linalg_eig", "geqrf", "svd_lowrank"]
)
"""Last parts of names of decompositions, whose vectors are determined up to their sign."""

_WORDS = 160


@dataclass(frozen=True)
class Translated:
    """What the rewriter makes of a sample; ``left``: why it did not convert it."""

    text: str
    imports: str = ""
    helpers: str = ""
    left: tuple[str, ...] = ()


Translate = Callable[[str, Sequence[str]], Translated]
"""From a sample's code and the names of its inputs."""


@dataclass(frozen=True)
class Job:
    """The samples of one row. ``digest`` is that of everything that decides what is run."""

    name: str
    digest: str


@dataclass
class _Tally:
    run: int = 0
    passed: int = 0
    declined: int = 0
    gradients: int = 0
    gradients_passed: int = 0
    random: int = 0
    error: float = 0.0
    causes: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)  # cause → code of the first sample

    def cause(self, text: str, code: str) -> None:
        words = " ".join(text.split())[:_WORDS]
        self.causes[words] += 1
        self.first.setdefault(words, code)


@dataclass(frozen=True)
class _Case:
    sample: Mapping[str, Any]
    code: str  # torch's
    params: dict[str, Any]


def job(name: str, cap: int, *texts: str) -> Job:
    """The samples of a row whose meaning is that of ``texts``: its raw form, its helpers."""
    key = "\0".join([name, str(cap), str(GRADIENTS), *texts])
    return Job(name, hashlib.sha256(key.encode()).hexdigest()[:16])


def outcome(runner: Runner, one: Job, translate: Translate, cap: int = CAP) -> SampleEvidence:
    """What the samples of a row show. Raises ``ChildError`` only where torch's side is lost. Effect: processes."""
    folder = runner.directory / "samples"
    folder.mkdir(exist_ok=True)
    limit = runner.limits.request * 4
    params = {"name": one.name, "cap": cap, "gradients": GRADIENTS, "seed": 0, "directory": str(folder), "limit": limit}
    tally = _Tally()
    found: Mapping[str, Any] = runner.call("torch", "samples", params)
    cases: list[_Case] = []
    for number, sample in enumerate(found["samples"]):
        case = sample["case"]
        made = translate(case["code"], [item["name"] for item in case["inputs"]])
        if made.left:
            tally.declined += 1
            tally.cause("not converted: " + "; ".join(made.left), case["code"])
            continue
        given = {
            **case,
            "code": made.text,
            "imports": made.imports,
            "helpers": made.helpers,
            "modules": [runner.with_candidates(module) for module in sample["torch"]["modules"]],
            "weights": sample["torch"]["arrays"],
            "out": str(folder / f"mindspore{number}.npz"),
            "forward_stands": True,
        }
        cases.append(_Case(sample, case["code"], given))
    doubtful = [case for case, answer in _in_turn(runner, cases) if not _good(case, answer, tally)]
    for case in doubtful:
        # only a process of its own says what a sample is worth
        answer = _alone(runner, case)
        _count(case, answer, tally)
    return SampleEvidence(
        found=int(found["found"]),
        run=tally.run,
        passed=tally.passed,
        declined=tally.declined,
        gradients=tally.gradients,
        gradients_passed=tally.gradients_passed,
        random=tally.random,
        max_error=tally.error if tally.run else None,
        causes={text: {"count": n, "code": tally.first[text]} for text, n in tally.causes.most_common()},
        date=datetime.date.today().isoformat(),
        digest=one.digest,
    )


def _in_turn(runner: Runner, cases: Sequence[_Case]) -> Iterator[tuple[_Case, Mapping[str, Any] | None]]:
    """Every case with its answer, None where the process did not get to it or failed at it."""
    waiting = list(cases)
    while waiting:
        try:
            limit = runner.limits.request + 2 * len(waiting)
            answer = runner.call("mindspore", "cases", {"cases": [c.params for c in waiting], "limit": limit})
        except ChildError:
            yield from ((case, None) for case in waiting)
            return
        done = answer["results"]
        yield from zip(waiting, done)
        waiting = waiting[len(done) :]
        if "error_of_next" in answer:
            yield waiting[0], None
            waiting = waiting[1:]


def _alone(runner: Runner, case: _Case) -> Mapping[str, Any] | Failure:
    try:
        params = {"cases": [case.params], "limit": runner.limits.request}
        answer = runner.call("mindspore", "cases", params)
    except ChildError as error:
        return error.failure
    return answer["results"][0] if answer["results"] else failure(answer["error_of_next"])


def _good(case: _Case, answer: Mapping[str, Any] | None, tally: _Tally) -> bool:
    """Counts a case that passes in all it does."""
    if answer is None or "backward_error" in answer:
        return False
    once = _Tally()
    _count(case, answer, once)
    if once.causes:
        return False
    _count(case, answer, tally)
    return True


def _count(case: _Case, answer: Mapping[str, Any] | Failure, tally: _Tally) -> None:
    tally.run += 1
    if isinstance(answer, Failure):
        tally.cause(_kind(answer), case.code)
        return
    torch, mindspore = Run(case.sample["torch"]), Run(answer)
    if case.sample["random"]:
        tally.random += 1
        wrong = _apart(_shapes(torch.leaves("outputs")), _shapes(mindspore.leaves("outputs")), RTOL, ATOL)[0]
    else:
        wrong, error = _apart(*_settled(case, torch, mindspore), RTOL, ATOL)
        if not wrong:
            tally.error = max(tally.error, error)
    if wrong:
        tally.cause(wrong, case.code)
        return
    tally.passed += 1
    if not case.params["grad"] or case.sample["random"] or _is_sign_free(case):
        return
    tally.gradients += 1
    if "backward_error" in answer:
        tally.cause("gradient: " + _kind(failure(answer["backward_error"])), case.code)
        return
    wrong = _apart(torch.leaves("gradients"), mindspore.leaves("gradients"), GRADIENT_RTOL, GRADIENT_ATOL)[0]
    if wrong:
        tally.cause(f"gradient: {wrong}", case.code)
    else:
        tally.gradients_passed += 1


def _apart(
    torch: Mapping[str, Leaf], mindspore: Mapping[str, Leaf], rtol: float, atol: float
) -> tuple[str | None, float]:
    """What is wrong in a few words, None if nothing is, and the largest error."""
    if torch.keys() != mindspore.keys() and len(torch) == len(mindspore):
        # torch's named results are known by number, those of a named tuple by field: one order
        mindspore = dict(zip(torch, mindspore.values()))
    if torch.keys() != mindspore.keys():
        return f"structure: torch gives {len(torch)} results, MindSpore {len(mindspore)}", 0.0
    found = [compare(leaf, mindspore[name], rtol, atol) for name, leaf in torch.items()]
    errors = [d.max_abs for d in found if d.max_abs is not None]
    bad = next((d for d in found if not d.within), None)
    return (None if bad is None else _words(bad)), max(errors, default=0.0)


def _words(bad: Deviation) -> str:
    if bad.note and bad.max_abs is None:
        head, _, rest = bad.note.partition(" ")
        return "another shape" if head == "shape" else bad.note if head == "type" else f"{head} {rest}"
    size = bad.max_abs or 0.0
    return "values apart by " + ("less than 1e-3" if size < 1e-3 else "less than 0.1" if size < 0.1 else "0.1 or more")


def _kind(problem: Failure) -> str:
    text = in_words(problem).strip().splitlines()
    head = text[0] if text else problem.kind
    return head if problem.kind in (Kind.ERROR, Kind.DEVICE) else f"{problem.kind}: {head}"


def _settled(case: _Case, torch: Run, mindspore: Run) -> tuple[Mapping[str, Leaf], Mapping[str, Leaf]]:
    ours, theirs = torch.leaves("outputs"), mindspore.leaves("outputs")
    return (_sizes(ours), _sizes(theirs)) if _is_sign_free(case) else (ours, theirs)


def _is_sign_free(case: _Case) -> bool:
    head = case.code.rpartition("=")[2] if case.code.count("=") == 1 else case.code
    called = head.partition("(")[0].strip().removeprefix("y = ")
    leaf = called.rpartition(".")[2]
    return leaf in _SIGN_FREE or f"{called.rpartition('.')[0].rpartition('.')[2]}_{leaf}" in _SIGN_FREE


def _shapes(leaves: Mapping[str, Leaf]) -> dict[str, Leaf]:
    return {
        n: leaf if leaf.array is None else replace(leaf, array=np.zeros_like(leaf.array)) for n, leaf in leaves.items()
    }


def _sizes(leaves: Mapping[str, Leaf]) -> dict[str, Leaf]:
    return {n: leaf if leaf.array is None else replace(leaf, array=np.abs(leaf.array)) for n, leaf in leaves.items()}
