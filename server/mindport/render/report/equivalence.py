"""The result of an equivalence check as text."""

from __future__ import annotations

from collections.abc import Sequence

from mindport.render import messages
from mindport.render.messages import said
from mindport.render.report import Document, rows, table, text
from mindport.render.report.columns import lay_out

_COLUMNS = ("name", "shape", "dtype", "max-abs", "max-rel", "cosine", "within")
SECTIONS = ("outputs", "gradients", "state", "layers")
# Of more lines than this only those out of tolerance and the first few are shown.
_MANY = 12


def as_text(report: Document, language: str) -> str:
    """The figures of outputs, gradients and layers, then the verdict with its reason."""
    report = said.report_in_language(report, language)
    out: list[str] = []
    for section in SECTIONS:
        lines = rows(report, section)
        if lines:
            out += [messages.text(f"verify.{section}", language), *_figures(lines, language), ""]
    divergence = report.get("first_divergence")
    if divergence:
        name = text(divergence, "name") if isinstance(divergence, dict) else str(divergence)
        out.append(messages.text("verify.first-divergence", language, name=name))
    out.append(messages.text("verify.verdict", language, verdict=verdict(report, language)))
    if report.get("reason"):
        out.append(messages.text("verify.reason", language, reason=reason(report, language)))
    if report.get("detail"):
        out += ["  " + line for line in text(report, "detail").splitlines()]
    notes = report.get("notes")
    for note in notes if isinstance(notes, (list, tuple)) else ():
        out += ["  " + line for line in str(note).splitlines()]
    versions = table(report, "versions")
    if versions:
        listed = messages.listed((f"{name} {version}" for name, version in versions.items()), language)
        out.append(messages.text("verify.versions", language, versions=listed))
    stand_ins = report.get("stand_ins")
    if isinstance(stand_ins, (list, tuple)) and stand_ins:
        names = messages.listed((str(name) for name in stand_ins), language)
        out.append(messages.text("verify.stand-ins", language, names=names))
    if report.get("seconds") is not None:
        out.append(messages.text("verify.seconds", language, seconds=format(float(text(report, "seconds")), ".1f")))
    return "\n".join(out) + "\n"


def verdict(report: Document, language: str) -> str:
    """The verdict's word in a language."""
    return messages.text(f"verdict.{text(report, 'verdict', 'inconclusive')}", language)


def reason(report: Document, language: str) -> str:
    """Why there is no answer, or what differs, in words."""
    key = f"verify.reason.{text(report, 'reason')}"
    known = messages.catalogue(language)
    words = messages.text(key, language) if key in known else text(report, "reason")
    where = [
        messages.text(f"verify.{part}.{text(report, part)}", language)
        for part in ("side", "stage")
        if f"verify.{part}.{text(report, part)}" in known
    ]
    return (
        messages.text("verify.where", language, reason=words, where=messages.listed(where, language))
        if where
        else words
    )


def _figures(lines: Sequence[Document], language: str) -> list[str]:
    shown = lines
    if len(lines) > _MANY:
        shown = [line for index, line in enumerate(lines) if index < _MANY or not line.get("within")]
    head = [messages.text(f"verify.column.{column}", language) for column in _COLUMNS]
    out = lay_out([head, *(cells(line, language) for line in shown)], right=(3, 4, 5), indent="  ")
    if len(shown) < len(lines):
        out.append("  " + messages.text("verify.more", language, count=len(lines) - len(shown)))
    return out


def cells(line: Document, language: str) -> list[str]:
    """One compared tensor as the cells of a table."""
    shape = line.get("shape")
    return [
        text(line, "name"),
        "×".join(str(n) for n in shape) or "()" if isinstance(shape, (list, tuple)) else "",
        text(line, "dtype"),
        _figure(line.get("max_abs"), ".2e"),
        _figure(line.get("max_rel"), ".2e"),
        _figure(line.get("cosine"), ".6f"),
        messages.text("verify.yes" if line.get("within") else "verify.no", language),
        text(line, "note"),
    ]


def _figure(value: object, form: str) -> str:
    return format(float(value), form) if isinstance(value, (int, float)) else "-"
