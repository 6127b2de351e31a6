"""What is known of rows by running their examples: one file per environment in ``mapping_db/verified``."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mindport.render.evidence import Evidence

SCHEMA = 1
_FOLDERS = re.compile(r"(?<![\w./])/(?:[\w.+-]+/)+")


@dataclass(frozen=True)
class SampleEvidence:
    """torch's own samples of an API, run in both frameworks. ``found`` are those that there are, ``run`` those converted
    and run, ``declined`` those that the rewriter leaves alone; ``random`` ones are compared by shape and type.
    ``causes``: why some failed or were declined → ``{count, code}`` with the first of them."""

    found: int
    run: int
    passed: int
    declined: int
    gradients: int
    gradients_passed: int
    random: int
    max_error: float | None
    causes: dict[str, dict[str, Any]]
    date: str
    digest: str

    def to_json(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if value not in (None, {})}


@dataclass(frozen=True)
class RowEvidence:
    """The examples of one row, run in both frameworks. ``digest`` is that of what was run."""

    passed: bool
    max_error: float | None
    examples: int
    date: str
    digest: str
    reason: str | None = None
    detail: str | None = None
    trivial: str | None = None  # why an example of the row shows nothing
    samples: SampleEvidence | None = None

    def to_json(self) -> dict[str, object]:
        out = {name: value for name, value in vars(self).items() if value is not None}
        if self.detail is not None:
            out["detail"] = _FOLDERS.sub("", self.detail)  # where something is installed says nothing to others
        return out if self.samples is None else {**out, "samples": self.samples.to_json()}


@dataclass(frozen=True)
class EvidenceFile:
    """Everything that was run in one environment."""

    platform: str
    target: str
    torch: str
    mindspore: str
    rows: dict[str, RowEvidence]

    @property
    def name(self) -> str:
        return f"{self.platform}-{self.target}-torch{self.torch}-mindspore{self.mindspore}.json"

    def to_json(self) -> dict[str, object]:
        rows = {name: self.rows[name].to_json() for name in sorted(self.rows)}
        return {"schema": SCHEMA, **{k: v for k, v in vars(self).items() if k != "rows"}, "rows": rows}


def this_platform() -> str:
    """Operating system and processor, as in ``linux-x86_64``."""
    return f"{platform.system().lower()}-{platform.machine().lower()}"


def read(path: Path) -> EvidenceFile | None:
    """The evidence in a file, None when there is none to be read. Effect: reads the file."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        rows = {str(name): _row(item) for name, item in value["rows"].items()}
        return EvidenceFile(value["platform"], value["target"], value["torch"], value["mindspore"], rows)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write(directory: Path, evidence: EvidenceFile) -> Path:
    """Write the file, in one step, so that an interruption leaves the old one. Effect: writes the file."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / evidence.name
    part = path.with_suffix(".part")
    part.write_text(json.dumps(evidence.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(path)
    return path


def load(directory: Path) -> dict[str, tuple[Evidence, ...]]:
    """Row → what every environment says of it. Effect: reads the files of the directory."""
    out: dict[str, tuple[Evidence, ...]] = {}
    for path in sorted(directory.glob("*.json")):
        file = read(path)
        if file is None:
            continue
        for name, row in file.rows.items():
            more = row.samples
            counts = (0, 0, 0, 0) if more is None else (more.passed, more.run, more.gradients_passed, more.gradients)
            errors = [e for e in (row.max_error, more.max_error if more else None) if e is not None]
            one = Evidence(
                file.target,
                file.torch,
                file.mindspore,
                row.passed,
                max(errors, default=None),
                row.reason,
                row.date,
                *counts,
            )
            out[name] = (*out.get(name, ()), one)
    return out


def _row(item: Mapping[str, Any]) -> RowEvidence:
    return RowEvidence(
        bool(item["passed"]),
        item.get("max_error"),
        int(item["examples"]),
        str(item["date"]),
        str(item["digest"]),
        item.get("reason"),
        item.get("detail"),
        item.get("trivial"),
        _samples(item["samples"]) if item.get("samples") else None,
    )


def _samples(item: Mapping[str, Any]) -> SampleEvidence:
    numbers = {n: int(item.get(n, 0)) for n in _COUNTED}
    causes = {str(cause): dict(value) for cause, value in (item.get("causes") or {}).items()}
    return SampleEvidence(
        **numbers, max_error=item.get("max_error"), causes=causes, date=str(item["date"]), digest=str(item["digest"])
    )


_COUNTED = ("found", "run", "passed", "declined", "gradients", "gradients_passed", "random")
