"""``setup.py``: the strings of the requirement lists that are written out in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindport.project.dependencies.change import Changed, Decisions, Needs, name_of
from mindport.text import LineIndex, Span, TextEdit, apply

_NAMES = re.compile(
    r"(install_requires|setup_requires|tests_require|extras_require|.*requires?|.*requirements?|.*deps)"
)


def update(text: str, needs: Needs) -> Changed:
    """Lists given to ``setup`` by a requirement keyword, or bound to a name that says so. Computed lists stay."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return Changed(text)
    lines = LineIndex(text)
    decisions = Decisions(needs)
    edits: list[TextEdit] = []
    for requirements in _lists(tree):
        decisions.start_list([str(element.value) for element in _strings(requirements)])
        edits += _edits(requirements, text, lines, decisions)
    return Changed(apply(text, edits), decisions.changes) if edits else Changed(text)


def _lists(tree: ast.Module) -> Iterator[ast.List | ast.Tuple]:
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg and _NAMES.fullmatch(node.arg):
            yield from _written(node.value)
        elif isinstance(node, ast.Assign) and any(_names(target) for target in node.targets):
            yield from _written(node.value)


def _names(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and _NAMES.fullmatch(target.id.lower()) is not None


def _written(value: ast.expr) -> Iterator[ast.List | ast.Tuple]:
    if isinstance(value, (ast.List, ast.Tuple)):
        yield value
    elif isinstance(value, ast.Dict):
        for item in value.values:
            yield from _written(item)


def _strings(requirements: ast.List | ast.Tuple) -> Iterator[ast.Constant]:
    for element in requirements.elts:
        if isinstance(element, ast.Constant) and isinstance(element.value, str) and name_of(element.value):
            yield element


def _edits(requirements: ast.List | ast.Tuple, text: str, lines: LineIndex, decisions: Decisions) -> Iterator[TextEdit]:
    elements = requirements.elts
    for element in _strings(requirements):
        before = str(element.value)
        span = _span(element, text, lines)
        after = decisions.decide(before, element.lineno)
        if after == [before.strip()]:
            continue
        quote = '"' if text[span.end - 1] == '"' else "'"
        if after:
            yield TextEdit(span, ", ".join(quote + item.replace(quote, "'\""[quote == "'"]) + quote for item in after))
        else:
            at = elements.index(element)
            if at + 1 < len(elements):
                yield TextEdit(Span(span.start, _span(elements[at + 1], text, lines).start), "")
            else:
                start = _span(elements[at - 1], text, lines).end if at else span.start
                yield TextEdit(Span(start, span.end), "")


def _span(node: ast.expr, text: str, lines: LineIndex) -> Span:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return Span(
        _offset(lines, text, node.lineno, node.col_offset), _offset(lines, text, node.end_lineno, node.end_col_offset)
    )


def _offset(lines: LineIndex, text: str, line: int, column: int) -> int:
    """``ast`` counts columns in bytes of UTF-8."""
    start = lines.offset(line, 1)
    return start + len(text[start : start + column].encode()[:column].decode(errors="ignore"))
