"""The analysis of an open file, brought along with its edits: only what an edit touches is parsed and inferred again.

An edit inside one block has that block parsed. If it changed no more than a function's body, that function is inferred again;
as long as nothing that others see of it comes out differently, all other uses stay, and only their places move. Otherwise the
file is inferred anew from the tree at hand, and where even the tree is in doubt, parsed anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mindport.analysis.analyze import Analysis, analyze, imports_torch_outright, uses_of
from mindport.analysis.uses import ApiUse
from mindport.semantics.definitions import ApiIndex, ProjectIndex
from mindport.semantics.receivers import follow
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
        self._index, self._project = index, project
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
        has; None when the text must be parsed anew."""
        old = self.lines
        done = self._blocks.apply(old, edit, new)
        if done is None:
            return None
        self.lines = new
        by = len(new.text) - len(old.text)
        uses = self._follow(done)
        if uses is not None:
            block = done.block
            last = block.cls is not None and block.siblings[-1] is block.node
            return Changed(done.span, tuple(uses), by, self._source().span(block.node).end if last else None)
        analysis = analyze(self.source, self._index, self._project, journal=True)
        self._take(analysis)
        return analysis

    def _take(self, analysis: Analysis) -> None:
        self._flow = analysis.flow
        # Without any import of torch nothing was inferred at all.
        self._idle = analysis.flow is None and not analysis.problems
        self._outright = imports_torch_outright(self._tree)

    def _source(self) -> SourceFile:
        source = SourceFile(self.lines.text, self.path, self._tree)
        source.__dict__["lines"] = self.lines
        return source

    def _follow(self, done: Reparsed) -> list[ApiUse] | None:
        """The uses of the edited function; None when others may have changed with it."""
        node = done.block.node
        if done.body is None or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return None
        if not self._outright and (_has_import(done.body) or _has_import(node.body)):
            return None
        if self._flow is None:
            return [] if self._idle else None
        found = follow(self._flow, node, done.body)
        return None if found is None else uses_of(self._source(), self._index, found)


def _has_import(body: Iterable[ast.stmt]) -> bool:
    return any(isinstance(node, (ast.Import, ast.ImportFrom)) for top in body for node in ast.walk(top))
