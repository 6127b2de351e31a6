"""A scan as text, as CSV, and as SARIF for code scanning services."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path

from mindport import __version__
from mindport.render import messages
from mindport.render.report import Document, number, rows, table, text
from mindport.render.report.columns import lay_out

_TOP = 10
_LEVELS = {
    "consistent": "none",
    "adjusted": "note",
    "divergent": "warning",
    "unsupported": "error",
    "unmapped": "warning",
}
_CSV_COLUMNS = (
    "path",
    "line",
    "column",
    "end_line",
    "end_column",
    "api",
    "role",
    "certainty",
    "compatibility",
    "mindspore",
    "fix",
)


def as_text(report: Document, language: str) -> str:
    """What a terminal shows: uses file by file, then the totals."""
    out: list[str] = []
    for file in rows(report, "files"):
        uses, problems = rows(file, "uses"), rows(file, "problems")
        if not uses and not problems:
            continue
        out.append(text(file, "path"))
        out += [f"  {text(p, 'line')}:{text(p, 'column')}  {text(p, 'message')}" for p in problems]
        out += lay_out((_use_cells(use, language) for use in uses), indent="  ")
        out.append("")
    return "\n".join([*out, *_totals(report, language)]) + "\n"


def _use_cells(use: Document, language: str) -> list[str]:
    notes = messages.join((text(note, "message") for note in rows(use, "notes")), language)
    return [
        f"{text(use, 'line')}:{text(use, 'column')}",
        text(use, "api"),
        text(use, "compatibility"),
        text(use, "mindspore", "-"),
        notes,
    ]


def _totals(report: Document, language: str) -> list[str]:
    summary = table(report, "summary")
    counts = Counter((text(u, "api"), text(u, "compatibility")) for f in rows(report, "files") for u in rows(f, "uses"))
    out: list[str] = []
    if counts:
        out.append(messages.text("scan.by-api", language))
        top = counts.most_common(_TOP)
        out += lay_out(([str(count), api, level] for (api, level), count in top), right=(0,), indent="  ")
        out += ["", messages.text("scan.by-compatibility", language)]
        levels = table(summary, "by_compatibility").items()
        out += lay_out(
            ([str(count), name, messages.text(f"compatibility.{name}", language)] for name, count in levels),
            right=(0,),
            indent="  ",
        )
        out.append("")
    out.append(
        messages.text(
            "scan.summary",
            language,
            uses=number(summary, "uses"),
            files=number(summary, "files"),
            target=text(report, "target"),
            mindspore=text(report, "mindspore"),
        )
    )
    return out


def as_csv(report: Document) -> str:
    """One line for each use; the notes' texts are joined in the last column."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*_CSV_COLUMNS, "notes"))
    for file in rows(report, "files"):
        for use in rows(file, "uses"):
            cells = {**use, "path": text(file, "path")}
            notes = " | ".join(text(note, "message") for note in rows(use, "notes"))
            writer.writerow((*(text(cells, column) for column in _CSV_COLUMNS), notes))
    return out.getvalue()


def as_sarif(report: Document, language: str) -> str:
    """SARIF 2.1.0; the rules are the compatibilities."""
    rules = [
        {
            "id": name,
            "shortDescription": {"text": messages.text(f"compatibility.{name}", language)},
            "defaultConfiguration": {"level": level},
        }
        for name, level in _LEVELS.items()
    ]
    results = [
        _result(text(file, "path"), use, language) for file in rows(report, "files") for use in rows(file, "uses")
    ]
    notifications = [
        {"level": "error", "message": {"text": text(p, "message")}, "locations": [_location(text(file, "path"), p)]}
        for file in rows(report, "files")
        for p in rows(file, "problems")
    ]
    driver = {"name": "MindPort", "version": __version__, "language": language, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"uri": Path(text(report, "root")).resolve().as_uri() + "/"}},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notifications}],
        "results": results,
    }
    schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _result(path: str, use: Document, language: str) -> dict[str, object]:
    notes = messages.join((text(note, "message") for note in rows(use, "notes")), language)
    line = f"{text(use, 'api')} → {text(use, 'mindspore', '-')}"
    level = text(use, "compatibility")
    return {
        "ruleId": level,
        "ruleIndex": list(_LEVELS).index(level),
        "level": _LEVELS[level],
        "message": {"text": f"{line}: {notes}" if notes else line},
        "locations": [_location(path, use)],
        "properties": {key: use.get(key) for key in ("api", "mindspore", "role", "certainty", "fix")},
    }


def _location(path: str, place: Document) -> dict[str, object]:
    region = {"startLine": number(place, "line"), "startColumn": number(place, "column")}
    if "end_line" in place:
        region.update(endLine=number(place, "end_line"), endColumn=number(place, "end_column"))
    return {"physicalLocation": {"artifactLocation": {"uri": path, "uriBaseId": "ROOT"}, "region": region}}
