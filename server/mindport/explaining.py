"""Explains one place of a file: which torch API stands there, and why that is known."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from pathlib import Path

from mindport.analysis.analyze import analyze
from mindport.analysis.reasons import reasons, value_reasons
from mindport.analysis.tracing import Reason, kind_of
from mindport.engine import Engine
from mindport.render import messages
from mindport.render.reasons import certainty_text, kind_text, reason_text
from mindport.semantics.project import ProjectFiles
from mindport.semantics.receivers import infer
from mindport.syntax import notebook
from mindport.syntax.notebook import Notebook
from mindport.syntax.source import SourceFile, read_source
from mindport.text import Span


@dataclass(frozen=True)
class Step:
    """One reason in words. Lines and columns are 1-based, ends exclusive."""

    kind: str
    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Place:
    """``api`` is None where nothing of torch stands; ``title`` says what does."""

    api: str | None
    role: str
    certainty: str
    text: str
    title: str
    steps: tuple[Step, ...] = ()


def explain_place(engine: Engine, path: Path, line: int, column: int) -> Place:
    """What stands at a place, and why. Effect: reads the file and what it imports of its project."""
    language = engine.settings.language
    source = read_source(path)
    cells = notebook.read(source.text) if path.suffix == ".ipynb" else None
    if cells is not None:
        source = SourceFile.parse(cells.script, path)
        line, column = cells.inside(line, column)
    if source.tree is None:
        message = source.problem.message if source.problem else ""
        return Place(None, "", "", "", message)
    at = source.lines.offset(line, column)
    project = ProjectFiles(engine.index)
    inference = infer(source, engine.index, project)
    uses = [use for use in analyze(source, engine.index, project).uses if use.span.start <= at < use.span.end]
    if uses:
        use = min(uses, key=lambda one: one.span.end - one.span.start)
        # The analysis has a walk of its own over the same tree, so that nodes are those of the types.
        found = reasons(source, inference, use)
        text = source.text[use.span.start : use.span.end]
        certainty = certainty_text(use.certainty.value, language)
        title = messages.text("why.use", language, text=text, api=use.api, certainty=certainty)
        steps = _steps(source, found, language, cells)
        return Place(use.api, use.role.value, use.certainty.value, text, title, steps)
    node = _expression(source, at)
    if node is None:
        return Place(None, "", "", "", messages.text("why.empty", language, line=line, column=column))
    text = source.text[slice(*_bounds(source.span(node)))]
    kind = kind_text(kind_of(inference.type_of(node)), language)
    title = messages.text("why.nothing", language, text=text, kind=kind)
    return Place(None, "", "", text, title, _steps(source, value_reasons(source, inference, node), language, cells))


def _bounds(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _steps(source: SourceFile, found: list[Reason], language: str, cells: Notebook | None) -> tuple[Step, ...]:
    out = []
    for reason in found:
        at = source.lines.position(reason.span.start)
        line, column = at.line, at.column
        if cells is not None:  # a person sees the lines of the file
            line, column = cells.place(line, column)
            here = not any(k == "file" for k, _ in reason.arguments)
            told = ((k, str(cells.place(int(v), 1)[0]) if k == "line" and here else v) for k, v in reason.arguments)
            reason = replace(reason, arguments=tuple(told))
        out.append(Step(reason.key, line, column, reason_text(reason, language)))
    return tuple(out)


def _expression(source: SourceFile, at: int) -> ast.expr | None:
    """The smallest name or attribute around an offset."""
    best: tuple[int, ast.expr] | None = None
    for node in ast.walk(source.tree) if source.tree is not None else ():
        if isinstance(node, (ast.Name, ast.Attribute)):
            span = source.span(node)
            size = span.end - span.start
            if span.start <= at < span.end and (best is None or size < best[0]):
                best = (size, node)
    return best[1] if best else None
