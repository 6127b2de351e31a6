"""What the engine takes and what it answers with: plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mindport.analysis.analyze import Analysis, ModuleClass
from mindport.analysis.findings import Applicability, Finding
from mindport.analysis.open_file import OpenFile
from mindport.analysis.uses import ApiUse, Problem
from mindport.mapping.own_files import OwnRows
from mindport.mapping.row import Target
from mindport.render.summary import View
from mindport.semantics.callers import Walked, collect
from mindport.syntax.source import SourceFile
from mindport.text import LineIndex, Span, TextEdit


@dataclass(frozen=True)
class Settings:
    """``mindspore``: the version that the code is migrated to; ``language``: ``en`` or ``zh-CN``; ``own``: the project's rows."""

    target: Target = Target.ASCEND
    mindspore: str = "2.10.0"
    language: str = "en"
    own: OwnRows | None = None

    @property
    def view(self) -> View:
        return View(self.language, self.target, self.mindspore)


class FileAnalysis:
    """What is known of one text. ``stale``: it does not parse; ``findings`` are those of what does, the rest as it was in its
    last good state. ``provisional``: other functions have yet to learn what the last edit means for them
    (``Engine.settle``). Findings of an analysis that another one has followed (``analyze(previous=…)``) keep their places and
    texts, while their nodes belong to the newer one; the engine's functions take either."""

    def __init__(self, path: Path | None, lines: LineIndex, file: OpenFile, again: Callable[[], FileAnalysis]) -> None:
        self.path = path
        self.lines = lines
        self.findings: tuple[Finding, ...] = file.findings()
        self.problems: tuple[Problem, ...] = file.problems
        self.modules: tuple[ModuleClass, ...] = file.modules()
        self.stale = file.stale
        self.provisional = file.provisional
        self.file = file
        self._revision = file.revision
        self.again = again
        self._fresh: FileAnalysis | None = None
        self.prepared: object = None  # what the rules make of it, once that was asked for

    @property
    def text(self) -> str:
        return self.lines.text

    @property
    def uses(self) -> tuple[ApiUse, ...]:
        return tuple(f.use for f in self.findings)

    @property
    def newest(self) -> FileAnalysis:
        """This analysis with nodes of its own, if an edit has taken over its tree."""
        if self.file.revision == self._revision:
            return self
        if self.file.lines.text == self.text:
            return FileAnalysis(self.path, self.lines, self.file, self.again)
        if self._fresh is None:
            self._fresh = self.again()
        return self._fresh

    @property
    def analysis(self) -> Analysis:
        return self.newest.file.analysis

    def told(self) -> Walked | None:
        """What the file leaves for others that it calls or that call it; None where it has nothing to do with torch."""
        walked = self.file.analysis.walked
        return collect(walked) if walked is not None else None

    def discard(self) -> None:
        """Frees what the analysis holds, which the collector would otherwise have to find; not to be used any more."""
        walked = self.file.analysis.walked
        self.findings, self.modules, self.prepared = (), (), None
        self.file.__dict__.clear()
        if walked is not None:
            walked.discard()

    @property
    def source(self) -> SourceFile:
        """The text with its tree; a stale one has none."""
        return SourceFile(self.text, self.path) if self.stale else self.analysis.source


@dataclass(frozen=True)
class Hover:
    span: Span
    markdown: str


@dataclass(frozen=True)
class Fix:
    """Edits that an editor can apply; ``reason`` says why a fix is not safe, ``helpers`` what the edited text imports from
    ``mindport_helpers`` (``Engine.helpers_module`` gives that module's text)."""

    title: str
    edits: tuple[TextEdit, ...]
    applicability: Applicability
    reason: str | None = None
    helpers: frozenset[str] = frozenset()
