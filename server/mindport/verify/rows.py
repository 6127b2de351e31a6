"""Runs the examples of mapping rows in both frameworks and writes down what came of it."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from mindport.verify import evidence as records
from mindport.verify import samples as sampling
from mindport.verify.evidence import EvidenceFile, RowEvidence, SampleEvidence
from mindport.verify.failures import failed
from mindport.verify.report import finite
from mindport.verify.row_case import CaseResult, RowCase, Runner
from mindport.verify.samples import Job, Translated
from mindport.verify.session import ChildError, Limits
from mindport.weights.state_map import StateMaps
from mindport.worker.protocol import Kind

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


@dataclass(frozen=True)
class Samples:
    """Which rows' samples to run, how they are rewritten, how many of each row."""

    jobs: Mapping[str, Job]
    translate: Callable[[str, Sequence[str]], Translated]
    cap: int


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
    samples: Samples | None = None,
    jobs: int = 1,
) -> RowsReport:
    """Run the examples. ``names`` are all rows asked for, ``directory`` keeps the evidence.

    With ``whole`` they are all rows that there are, and evidence of others is dropped.
    A row whose evidence is there for the same code and versions is not run again, unless ``again`` says so.
    With ``samples``, torch's own samples of the rows are run too. ``jobs`` rows are worked on at a time.
    Effect: starts two processes for each job that run the examples, writes the evidence.
    """
    began = time.monotonic()
    by_row: dict[str, list[RowCase]] = {name: [] for name in (samples.jobs if samples else ())}
    for case in cases:
        by_row.setdefault(case.name, []).append(case)
    not_run = tuple(sorted(set(names) - set(by_row)))
    limits = limits or Limits(request=30.0)
    runner = Runner(maps, limits, target, interpreters or {}, cancelled)
    try:
        with contextlib.closing(runner):
            versions = runner.versions()
            file = _evidence(directory, target, versions)
            if whole:
                for gone in set(file.rows) - set(by_row):
                    del file.rows[gone]
            work = _Work(by_row, file, directory, again, samples, progress or (lambda done, total, name: None))
            others = [Runner(maps, limits, target, interpreters or {}, cancelled) for _ in range(jobs - 1)]
            with ThreadPoolExecutor(jobs) as pool:
                for finished in [pool.submit(work.go, one) for one in (runner, *others)]:
                    finished.result()
    except ChildError as error:
        report = failed(error.framework, error.failure)
        return RowsReport((), not_run, reason=report.reason, detail=report.detail, seconds=time.monotonic() - began)
    path = None if directory is None else records.write(directory, file)
    results = [work.results[name] for name in by_row if name in work.results]
    not_run = tuple(sorted({*not_run, *(set(by_row) - set(work.results))}))
    return RowsReport(tuple(results), not_run, versions, path, time.monotonic() - began)


class _Work:
    """Rows to be run by several runners; each takes the next that nobody has taken."""

    def __init__(
        self,
        by_row: Mapping[str, Sequence[RowCase]],
        file: EvidenceFile,
        directory: Path | None,
        again: Callable[[str], bool],
        samples: Samples | None,
        progress: Progress,
    ) -> None:
        self._by_row, self._file, self._directory, self._again = by_row, file, directory, again
        self._samples, self._progress = samples, progress
        self._waiting = list(by_row)[::-1]
        self._taken = 0
        self._lock = threading.Lock()
        self.results: dict[str, RowResult] = {}

    def go(self, runner: Runner) -> None:
        """Run rows until none is left. Effect: processes; saves the evidence now and then."""
        with contextlib.closing(runner):
            while (name := self._next()) is not None:
                result = self._row(runner, name)
                with self._lock:
                    if result is None:
                        self._file.rows.pop(name, None)
                        continue
                    self._file.rows[name] = result.evidence
                    self.results[name] = result
                    if self._directory is not None and result.fresh and len(self.results) % _SAVE_EVERY == 0:
                        records.write(self._directory, self._file)
        self._progress(len(self.results), len(self._by_row), "")

    def _next(self) -> str | None:
        with self._lock:
            if not self._waiting:
                return None
            name = self._waiting.pop()
            self._progress(self._taken, len(self._by_row), name)
            self._taken += 1
            return name

    def _row(self, runner: Runner, name: str) -> RowResult | None:
        cases = self._by_row[name]
        digest = hashlib.sha256("".join(case.digest for case in cases).encode()).hexdigest()[:16]
        known = self._file.rows.get(name)
        fresh = known is None or not known.passed or known.digest != digest or self._again(name)
        evidence = known
        if fresh or evidence is None:
            outcomes = [runner.outcome(case) for case in cases]
            evidence = _evidence_of(outcomes, digest)
        job = None if self._samples is None else self._samples.jobs.get(name)
        before = None if known is None else known.samples
        if self._samples is not None and job is not None:
            # what failed may have been the rewriter's fault, which the row's digest knows nothing of
            if before is None or before.digest != job.digest or before.causes or self._again(name):
                fresh = True
                before = self._sampled(runner, job, self._samples)
        evidence = replace(evidence, samples=before)
        if not cases:
            if before is None:
                return None
            evidence = replace(evidence, passed=before.run > 0 and before.passed == before.run, reason=None)
        return RowResult(name, evidence, fresh)

    def _sampled(self, runner: Runner, job: Job, samples: Samples) -> SampleEvidence | None:
        try:
            found = sampling.outcome(runner, job, samples.translate, samples.cap)
        except ChildError as error:
            if error.failure.kind == Kind.MISSING:
                raise
            return None
        return found if found.found else None


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
