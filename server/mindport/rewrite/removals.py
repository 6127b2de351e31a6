"""What is left around statements that go: blocks that need a ``pass``, blank lines that are too many."""

from __future__ import annotations

import ast
import re

from mindport.rewrite import statements
from mindport.syntax.source import SourceFile
from mindport.text import Edit, Span

_WITH_BLOCKS = (ast.stmt, ast.excepthandler, ast.match_case)
_BLANK = re.compile(r"[ \t]*\r?\n")


def fill_blocks(source: SourceFile, edits: list[Edit]) -> list[Edit]:
    """A block that loses all of its statements gets ``pass`` in place of the first."""
    gone = [e.span for e in edits if e.parts == ("",) and e.layer >= 1 and e.span.end > e.span.start]
    if len(gone) < 2:
        return edits  # one removal alone sees to its block itself
    replaced: dict[Span, Edit] = {}
    for node in source.nodes:
        if not isinstance(node, _WITH_BLOCKS):
            continue
        whole = source.span(node)
        within = [g for g in gone if whole.contains(g)]
        if not within or (isinstance(node, ast.stmt) and any(g.contains(whole) for g in within)):
            continue  # nothing goes, or what goes as a whole has no block left
        for block in statements.blocks(node):
            spans = [next((g for g in within if g.contains(source.span(s))), None) for s in block]
            first = spans[0]
            if first is not None and (first.contains(whole) or _takes_else(source, first)):
                continue  # the whole statement goes, blocks and all, or the block with its ``else``
            if first is not None and all(s is not None for s in spans):
                replaced[first] = Edit(source.span(block[0]), ("pass",), 1)
    return [replaced.get(e.span, e) if e.parts == ("",) and e.layer >= 1 else e for e in edits]


def _takes_else(source: SourceFile, gone: Span) -> bool:
    return source.text[gone.start : gone.end].lstrip().startswith("else:")


def tidy(text: str, edits: list[Edit]) -> list[Edit]:
    """Blank lines around what goes: none where a block loses its first statements, else those of one side."""
    gone = {e.span.end: e.span.start for e in edits if e.parts == ("",) and e.layer >= 1}
    filled = {e.span.start for e in edits if e.span.start == e.span.end}
    out: list[Edit] = []
    for edit in edits:
        if edit.parts == ("",) and edit.layer >= 1 and edit.span.end > edit.span.start:
            start = edit.span.start
            while start in gone and gone[start] < start:
                start = gone[start]
            end = edit.span.end
            opens = text[:start].rstrip(" \t").endswith((":\n", ":\r\n")) or not text[:start].strip()
            above = 0 if opens else _blank_lines_above(text, start)
            while (opens or above > 0) and end not in filled and (match := _BLANK.match(text, end)):
                end = match.end()
                above -= 1
            edit = Edit(Span(edit.span.start, end), edit.parts, edit.layer)
        out.append(edit)
    return out


def _blank_lines_above(text: str, at: int) -> int:
    """How many lines before ``at``, the start of a line, hold nothing."""
    count = 0
    while at > 0 and text[at - 1] == "\n":
        start = text.rfind("\n", 0, at - 1) + 1
        if text[start:at].strip():
            break
        count, at = count + 1, start
    return count
