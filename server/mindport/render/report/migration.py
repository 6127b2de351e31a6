"""A migration as text."""

from __future__ import annotations

from mindport.render import messages
from mindport.render.report import Document, number, rows, table, text
from mindport.render.report.columns import lay_out


def as_text(report: Document, language: str) -> str:
    """File by file what was converted, and every use that was left with its reason."""
    out: list[str] = []
    files = rows(report, "files")
    for file in files:
        uses, left = number(file, "uses"), rows(file, "left")
        if file.get("problem"):
            problem = messages.text(f"migrate.problem.{text(file, 'problem')}", language)
            out.append(messages.text("migrate.not-converted", language, path=text(file, "path"), reason=problem))
        if not uses and not left:
            continue
        out.append(
            messages.text(
                "migrate.file", language, path=text(file, "path"), converted=number(file, "converted"), uses=uses
            )
        )
        cells = ([f"{text(i, 'line')}:{text(i, 'column')}", text(i, "api"), text(i, "reason")] for i in left)
        out += lay_out(cells, indent="  ")
    helpers = report.get("helpers")
    if isinstance(helpers, (list, tuple)) and helpers:
        out.append(messages.text("migrate.helpers", language, names=", ".join(str(name) for name in helpers)))
    for entry in rows(report, "requirements"):
        for change in rows(entry, "changes"):
            values = {key: text(change, key) or "-" for key in ("line", "before", "after")}
            out.append(messages.text("migrate.requirement", language, path=text(entry, "path"), **values))
    for entry in rows(report, "packages"):
        advice = messages.text(f"report.advice.{text(entry, 'advice')}", language)
        name, count = text(entry, "package"), len(rows(entry, "imported"))
        out.append(messages.text("migrate.package", language, package=name, count=count, advice=advice))
    out.append(
        messages.text(
            "migrate.summary",
            language,
            files=len(files),
            uses=number(table(report, "summary"), "uses") or sum(number(file, "uses") for file in files),
            converted=sum(number(file, "converted") for file in files),
            left=sum(len(rows(file, "left")) for file in files),
        )
    )
    return "\n".join(out) + "\n"
