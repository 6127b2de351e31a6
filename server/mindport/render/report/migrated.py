"""The report that lies beside a migrated project: what was done, where, what was left and why, and what comes next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from mindport import __version__
from mindport.render import messages
from mindport.render.report import Document, number, rows, table, text


def as_markdown(report: Document, language: str) -> str:
    """A Markdown page; its links lead to the migrated files, relative to the folder that they are in."""

    def say(key: str, **arguments: object) -> str:
        return messages.text(key, language, **arguments)

    remains = [(kind, list(group)) for kind, group in groupby(rows(report, "remains"), lambda e: text(e, "kind"))]
    page = _template().render(
        report=report,
        t=say,
        version=__version__,
        steps=list(_steps(report, language)),
        problems=[
            (text(file, "path"), say(f"migrate.problem.{text(file, 'problem')}"))
            for file in rows(report, "files")
            if file.get("problem")
        ],
        apis=_left(report),
        remains=remains,
        files=[file for file in rows(report, "files") if number(file, "uses")],
    )
    return re.sub(r"\n{3,}", "\n\n", page).strip() + "\n"


def _left(report: Document) -> list[dict[str, object]]:
    """What was left, by API and reason, the most frequent first."""
    places: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for file in rows(report, "files"):
        for item in rows(file, "left"):
            key = (text(item, "api"), text(item, "reason"))
            places.setdefault(key, []).append((text(file, "path"), number(item, "line")))
    ordered = sorted(places.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    return [{"name": api, "reason": reason, "places": found} for (api, reason), found in ordered]


def _steps(report: Document, language: str) -> Iterator[str]:
    """What to do next, in the order in which it makes sense."""
    kinds = {text(entry, "kind") for entry in rows(report, "remains")}
    conflict = any(
        text(c, "kind") == "conflict" for file in rows(report, "requirements") for c in rows(file, "changes")
    )
    conditions = {
        "install": True,
        "conflict": conflict,
        "left": number(table(report, "summary"), "left") > 0,
        "packages": bool(rows(report, "packages")),
        "lock": "lock" in kinds,
        "script": "script" in kinds,
        "notebook": "notebook" in kinds,
        "kernel": "kernel" in kinds,
        "weights": "checkpoint" in kinds,
        "verify": True,
        "blocking": text(table(report, "summary"), "target") == "cpu",
    }
    for name, holds in conditions.items():
        if holds:
            yield messages.text(f"report.step.{name}", language, mindspore=text(table(report, "summary"), "mindspore"))


@lru_cache
def _template() -> Template:
    loader = FileSystemLoader(Path(__file__).parent / "templates")
    # Markdown, not HTML: what needs care is `|` in a table and spaces in a link.
    environment = Environment(loader=loader, autoescape=False, undefined=StrictUndefined, trim_blocks=True)
    environment.filters.update(link=quote, cell=_cell)
    return environment.get_template("migration.md.j2")


def _cell(value: str) -> str:
    return f"`{value.replace('|', chr(92) + '|')}`" if value else ""
