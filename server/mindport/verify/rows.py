"""Runs the examples of mapping rows in both frameworks and writes down what came of it."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mindport.verify import evidence as records
from mindport.verify.evidence import EvidenceFile, RowEvidence
from mindport.verify.failures import failed
from mindport.verify.report import finite
from mindport.verify.row_case import CaseResult, RowCase, Runner
from mindport.verify.session import ChildError, Limits
from mindport.weights.state_map import StateMaps

Progress = Callable[[int, int, str], None]
"""Told how many rows are done, of how many, and the row that is next."""

SCHEMA = 1
_SAVE_EVERY = 20  # rows


@dataclass(frozen=True)
class RowResult:
    """All examples of a row; ``fresh`` is false when the evidence was there already."""

    name: str
    evidence: RowEvidence
    fresh: bool

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "fresh": self.fresh, **self.evidence.to_json()}


@dataclass(frozen=True)
class RowsReport:
    """What came of the rows; ``not_run`` have no example for this device."""

    rows: tuple[RowResult, ...]
    not_run: tuple[str, ...] = ()
    versions: dict[str, str] | None = None
    path: Path | None = None
    seconds: float = 0.0
    reason: str | None = None  # why nothing could be run at all
    detail: str | None = None

    @property
    def passed(self) -> int:
        return sum(row.evidence.passed for row in self.rows)

    @property
    def failed(self) -> int:
        return len(self.rows) - self.passed

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {
            "schema": SCHEMA,
            "summary": {"passed": self.passed, "failed": self.failed, "not_run": len(self.not_run)},
            "rows": [finite(row.to_json()) for row in self.rows],
            "not_run": list(self.not_run),
            "versions": self.versions or {},
            "evidence": None if self.path is None else self.path.name,
            "seconds": round(self.seconds, 2),
            "reason": self.reason,
            "detail": self.detail,
        }
        return out


def run(
    cases: Sequence[RowCase],
    maps: StateMaps,
    *,
    names: Sequence[str] = (),
    directory: Path | None = None,
    target: str = "cpu",
    again: Callable[[str], bool] = lambda name: False,
    whole: bool = False,
    limits: Limits | None = None,
    interpreters: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> RowsReport:
    """Run the examples. ``names`` are all rows asked for, ``directory`` keeps the evidence.

    With ``whole`` they are all rows that there are, and evidence of others is dropped.
    A row whose evidence is there for the same code and versions is not run again, unless ``again`` says so.
    Effect: starts two processes that run the examples, writes the evidence.
    """
    began = time.monotonic()
    by_row: dict[str, list[RowCase]] = {}
    for case in cases:
        by_row.setdefault(case.name, []).append(case)
    not_run = tuple(sorted(set(names) - set(by_row)))
    runner = Runner(maps, limits or Limits(request=30.0), target, interpreters or {}, cancelled)
    try:
        with contextlib.closing(runner):
            versions = runner.versions()
            file = _evidence(directory, target, versions)
            if whole:
                for gone in set(file.rows) - set(by_row):
                    del file.rows[gone]
            results = _rows(runner, by_row, file, directory, again, progress or (lambda done, total, name: None))
    except ChildError as error:
        report = failed(error.framework, error.failure)
        return RowsReport((), not_run, reason=report.reason, detail=report.detail, seconds=time.monotonic() - began)
    path = None if directory is None else records.write(directory, file)
    return RowsReport(tuple(results), not_run, versions, path, time.monotonic() - began)


def _rows(
    runner: Runner,
    by_row: Mapping[str, Sequence[RowCase]],
    file: EvidenceFile,
    directory: Path | None,
    again: Callable[[str], bool],
    progress: Progress,
) -> list[RowResult]:
    results = []
    for done, (name, cases) in enumerate(by_row.items()):
        progress(done, len(by_row), name)
        digest = hashlib.sha256("".join(case.digest for case in cases).encode()).hexdigest()[:16]
        known = file.rows.get(name)
        if known is not None and known.passed and known.digest == digest and not again(name):
            results.append(RowResult(name, known, False))
            continue
        outcomes = [runner.outcome(case) for case in cases]
        file.rows[name] = _evidence_of(outcomes, digest)
        results.append(RowResult(name, file.rows[name], True))
        if directory is not None and done % _SAVE_EVERY == _SAVE_EVERY - 1:
            records.write(directory, file)
    progress(len(by_row), len(by_row), "")
    return results


def _evidence(directory: Path | None, target: str, versions: Mapping[str, str]) -> EvidenceFile:
    plain = {name: versions.get(name, "").partition("+")[0] for name in ("torch", "mindspore")}
    empty = EvidenceFile(records.this_platform(), target, plain["torch"], plain["mindspore"], {})
    return empty if directory is None else records.read(directory / empty.name) or empty


def _evidence_of(outcomes: Sequence[CaseResult], digest: str) -> RowEvidence:
    bad = next((outcome for outcome in outcomes if not outcome.passed), None)
    errors = [outcome.max_error for outcome in outcomes if outcome.max_error is not None]
    return RowEvidence(
        passed=bad is None,
        max_error=max(errors, default=None),
        examples=len(outcomes),
        date=datetime.date.today().isoformat(),
        digest=digest,
        reason=None if bad is None else bad.reason,
        detail=None if bad is None else bad.detail,
        trivial=next((outcome.trivial for outcome in outcomes if outcome.trivial), None),
    )
