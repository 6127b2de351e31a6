"""Scan and equivalence reports as one self-contained page."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from mindport import __version__
from mindport.render import messages
from mindport.render.messages import said
from mindport.render.report import Document, equivalence, rows


def scan(report: Document, language: str) -> str:
    """A page with the totals and every use, filtered as one types."""
    return _render("scan.html.j2", report, language)


def verify(report: Document, language: str) -> str:
    """A page with the verdict and the figures of every compared tensor."""
    report = said.report_in_language(report, language)
    sections = [
        (messages.text(f"verify.{name}", language), [equivalence.cells(line, language) for line in rows(report, name)])
        for name in equivalence.SECTIONS
        if rows(report, name)
    ]
    reason = equivalence.reason(report, language) if report.get("reason") else ""
    verdict = equivalence.verdict(report, language)
    return _render("verify.html.j2", report, language, sections=sections, verdict=verdict, reason=reason)


def page(template: str, language: str, **values: object) -> str:
    """A page of another kind, from its template."""
    return _render(template, {}, language, **values)


def _render(name: str, report: Document, language: str, **more: object) -> str:
    def say(key: str, **arguments: object) -> str:
        return messages.text(key, language, **arguments)

    return _template(name).render(report=report, language=language, t=say, version=__version__, **more)


@lru_cache
def _template(name: str) -> Template:
    loader = FileSystemLoader(Path(__file__).parent / "templates")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.filters.update(dotted=_dotted, code=_code)
    return environment.get_template(name)


def _dotted(name: str) -> Markup:
    """A name that may break after its dots only."""
    return Markup("<code>") + Markup(".<wbr>").join(name.split(".")) + Markup("</code>")


def _code(text: str) -> Markup:
    """A text with what stands between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))
