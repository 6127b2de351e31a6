"""The analysis of an open file, brought along with its edits: only what an edit touches is parsed and inferred again.

An edit inside one block has that block parsed. If it changed no more than a function's body, that function is inferred again;
as long as nothing that others see of it comes out differently, all other uses stay, and only their places move. Otherwise it
shows its own uses at once, and ``settle`` infers the file anew from the tree at hand, when there is time for that. Where even
the tree is in doubt, the text is parsed anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mindport.analysis.analyze import Analysis, analyze, uses_of
from mindport.analysis.unpacked import hands_out_arguments
from mindport.analysis.uses import ApiUse
from mindport.semantics.definitions import ApiIndex, ProjectIndex
from mindport.semantics.flow import Flow
from mindport.semantics.reaching import imports_torch_outright
from mindport.semantics.receivers import follow, walk_aside
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.blocks import Blocks, Reparsed
from mindport.syntax.source import SourceFile
from mindport.text import LineIndex, Span


@dataclass(frozen=True)
class Changed:
    """``uses`` are now those of the function that stood in ``old``; what is behind it moved by ``by``. ``class_end``: where
    its class ends now, if it is the last in one."""

    old: Span
    uses: tuple[ApiUse, ...]
    by: int
    class_end: int | None


class Live:
    """The tree and the inference of one file under edit."""

    def __init__(self, analysis: Analysis, index: ApiIndex, project: ProjectIndex | None) -> None:
        """``analysis`` is one with a journal, of a text that parses."""
        source = analysis.source
        assert source.tree is not None
        self.path: Path | None = source.path
        self.lines: LineIndex = source.lines
        self.touched: object = None  # the block of the last edit
        self._index, self._project = index, project
        self._flow: Flow | None = None
        self._tree = source.tree
        self._blocks = Blocks(source.tree)
        self._take(analysis)

    @property
    def source(self) -> SourceFile:
        """The source as it is now. The tree is the same after each edit, so take no older source for current."""
        self._blocks.settle()
        return self._source()

    def type_of(self, node: ast.expr) -> Type:
        return self._flow.types.get(id(node), UNKNOWN) if self._flow is not None else UNKNOWN

    def edit(self, edit: Span, new: LineIndex) -> Changed | Analysis | None:
        """Takes up that ``edit`` of the text has made ``new``: the function that changed, or the whole analysis where more
        has; None when the text must be parsed anew. What a function's change does to others may be left for ``settle``;
        ``pending`` then."""
        old = self.lines
        done = self._blocks.apply(old, edit, new)
        if done is None:
            return None
        self.touched = done.block
        self.lines = new
        by = len(new.text) - len(old.text)
        uses = self._follow(done)
        if uses is None:
            return self._anew()
        block = done.block
        start, end = done.span.start, done.span.end + by
        inside = tuple(use for use in uses if start <= use.span.start < end)
        last = block.cls is not None and block.siblings[-1] is block.node
        return Changed(done.span, inside, by, self._source().span(block.node).end if last else None)

    @property
    def broken(self) -> tuple[object, SyntaxError] | None:
        """The block in which the last edit, had it been taken up, would break the file, and how; None when it is not certain
        that it would."""
        return self._blocks.broken

    def settle(self) -> Analysis:
        """The analysis in which everything has learnt of everything."""
        return self._anew()

    def discard(self) -> None:
        """Frees what the inference holds; the next edit makes another one."""
        if self._flow is not None:
            self._flow.discard()
            self._flow = None

    def _anew(self) -> Analysis:
        self.discard()  # rather than have both
        analysis = analyze(self.source, self._index, self._project, journal=True)
        self._take(analysis)
        return analysis

    def _take(self, analysis: Analysis) -> None:
        self._flow = analysis.flow
        self.pending = False
        # Without any import of torch nothing was inferred at all.
        self._idle = analysis.flow is None and not analysis.problems
        self._outright = imports_torch_outright(self._tree)

    def _source(self) -> SourceFile:
        source = SourceFile(self.lines.text, self.path, self._tree)
        source.__dict__["lines"] = self.lines
        return source

    def _follow(self, done: Reparsed) -> list[ApiUse] | None:
        """The uses of the edited block; None when the whole file must be inferred anew."""
        node, flow = done.block.node, self._flow
        function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        if not function and done.block.cls is not None or function and done.what == "statement":
            return None
        if not self._outright and (_has_import(done.gone) or _has_import([node])):
            return None
        if flow is None:
            return [] if self._idle else None
        if hands_out_arguments(done.gone, node) or _says_of_others(node, self.lines.text):
            self.pending = True  # what unpacks them elsewhere binds anew, or is something else now
        if _imported(done.gone) != _imported([node]):
            self.pending = True  # which libraries are at work in a file tells what its values are
        found = None
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and done.what == "body" and not self.pending:
            found = follow(flow, node)
        if found is None:
            self.pending = True
            found = walk_aside(flow, node, header=done.what == "header")
        flow.drop(done.gone)
        return None if found is None else uses_of(self._source(), self._index, found)


def _says_of_others(node: ast.stmt, text: str) -> bool:
    """Whether the text of a function tells what others are: it decorates some, or answers for attributes."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    return node.name == "__getattr__" or f"@{node.name}" in text


def _imported(body: Iterable[ast.AST]) -> list[str]:
    """The imports among statements and below them, in order."""
    found: list[str] = []
    left = list(body)[::-1]
    while left:
        one = left.pop()
        if isinstance(one, (ast.Import, ast.ImportFrom)):
            found.append(ast.dump(one))
        for name in _BLOCKS:
            left += getattr(one, name, ())
    return found


_BLOCKS: Final = ("body", "orelse", "finalbody", "handlers", "cases")


def _has_import(body: Iterable[ast.AST]) -> bool:
    return any(isinstance(node, (ast.Import, ast.ImportFrom)) for top in body for node in ast.walk(top))
