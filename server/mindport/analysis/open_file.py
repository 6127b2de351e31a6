"""An open file while it is written: analysed after every edit, and kept in view while it does not parse.

An edit that breaks the file is *held back*: the analysis goes on with the last text that parsed, to which every other edit is
still applied. So one broken statement takes nothing from the rest of the file; what is known of it moves along with the text.
Each edit that touches a held one brings both before the parser again, and no text is called broken before all of it was tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from mindport.analysis.analyze import Analysis, ModuleClass, analyze
from mindport.analysis.findings import Finding
from mindport.analysis.live import Changed, Live
from mindport.analysis.uses import ApiUse, Problem
from mindport.semantics.definitions import ApiIndex, ProjectIndex
from mindport.semantics.types import share
from mindport.syntax.recovery import recover
from mindport.syntax.source import SourceFile, SourceProblem, syntax_problem
from mindport.text import LineIndex, Span, change

Judge = Callable[[Analysis, Iterable[ApiUse]], "list[Finding]"]
_LARGE = 1_000  # characters of an edit that is no typing: a renaming, another branch, a block that was pasted


@dataclass(frozen=True)
class _Held:
    """The text of ``shown`` stands in the file; the analysis has what ``good`` was instead."""

    shown: Span
    good: Span
    broken: object = None  # the block that it breaks, whatever stands elsewhere, by this problem
    problem: SourceProblem | None = None


class OpenFile:
    """What is known of the newest text. ``update`` brings it along; the rest reads."""

    def __init__(
        self, path: Path | None, index: ApiIndex, project: ProjectIndex | None, judge: Judge, *, follow: bool = True
    ) -> None:
        """``follow``: edits will come. Without them, a broken file is left at that."""
        self._follow = follow
        self.path = path
        self.revision = 0
        self.lines = LineIndex("")
        self.problem: SourceProblem | None = None
        self._index, self._project, self._judge = index, project, judge
        self._live: Live | None = None
        self._held: list[_Held] = []
        self._analysis = Analysis(SourceFile(""))
        self._findings: list[Finding] = []
        self._modules: list[ModuleClass] = []

    @property
    def stale(self) -> bool:
        return bool(self._held)

    @property
    def provisional(self) -> bool:
        """Whether other functions have yet to learn of the last edits; see ``settle``."""
        return self._live is not None and self._live.pending

    def settle(self) -> None:
        """Has every function learn of the last edits."""
        if self._live is not None and self._live.pending:
            self.revision += 1
            self._take(self._live.settle())

    @property
    def analysis(self) -> Analysis:
        """The whole analysis of a text that parses; of a broken one, that of the text that stands for it."""
        if self._live is None:
            return self._analysis
        uses = tuple(finding.use for finding in self._findings)
        return replace(self._analysis, source=self._live.source, uses=uses, modules=tuple(self._modules))

    @property
    def problems(self) -> tuple[Problem, ...]:
        found = self.problem
        return (Problem(found.kind, found.message, found.span),) if found is not None else self._analysis.problems

    def findings(self) -> tuple[Finding, ...]:
        """Findings at their places in the newest text."""
        return tuple(self._placed()) if self._held else tuple(self._findings)

    def modules(self) -> tuple[ModuleClass, ...]:
        return () if self._held else tuple(self._modules)

    def update(self, lines: LineIndex) -> None:
        """Takes up the newest text."""
        self.revision += 1
        before, self.lines = self.lines, lines
        if self._live is None:
            self._start(lines)
            return
        edit = change(before.text, lines.text)
        by = len(lines.text) - len(before.text)
        touching, hull = self._touching(edit)
        others = [one for one in self._held if one not in touching]
        good = Span(hull.start + _offset(others, hull.start), hull.end + _offset(self._held, hull.end))
        text = lines.text[hull.start : hull.end + by]
        live = self._live
        applied = self._apply(good, text, None if others else lines)
        if self._live is not live:  # parsed anew: what a block breaks says nothing of the blocks that there are now
            others = [replace(one, broken=None) for one in others]
        if applied:
            self._held = list(_later(others, hull.end, by, len(text) - (good.end - good.start)))
        else:
            held = self._hold(Span(hull.start, hull.end + by), good)
            self._held = sorted([*_later(others, hull.end, by, 0), held], key=lambda one: (one.shown, one.good))
        large = max(edit.end - edit.start, edit.end - edit.start + by) > _LARGE
        self._check(lines, applied, large and not applied)

    # -- text that parses ------------------------------------------------------------------------------------------

    def _start(self, lines: LineIndex) -> None:
        source = self._parse(lines)
        self.problem, self._held = source.problem, []
        if source.tree is not None or not self._follow or not self._recover(lines):
            self._begin(source)

    def _recover(self, lines: LineIndex) -> bool:
        """Goes on with what of a broken text does parse; whether there is anything."""
        found = recover(lines.text)
        if found is None:
            return False
        self._held = [_Held(shown, good) for shown, good in found.replaced]
        self._begin(SourceFile.parse(found.text, self.path, lasting=True))
        return True

    def _parse(self, lines: LineIndex) -> SourceFile:
        # What is edited must have a tree of its own.
        shared = self._project if not self._follow else None
        if shared is not None:
            source = shared.parsed(lines.text, self.path)
        else:
            source = SourceFile.parse(lines.text, self.path, lasting=self._follow)
        source.__dict__["lines"] = lines
        return source

    def _begin(self, source: SourceFile) -> None:
        if self._live is not None:
            self._live.discard()
        self._live, self._analysis = None, Analysis(source)
        self._take(analyze(source, self._index, self._project, journal=self._follow))
        if self._follow and source.tree is not None:
            if self._analysis.flow is not None:
                share(self._analysis.flow.types)
            self._live = Live(self._analysis, self._index, self._project)

    def _take(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._findings = self._judge(analysis, analysis.uses)
        self._modules = list(analysis.modules)

    def _apply(self, good: Span, text: str, whole: LineIndex | None) -> bool:
        """Whether the analysed text parses with ``text`` in place of ``good``; it is analysed so then. ``whole`` is what it
        would be, where that is at hand."""
        live = self._live
        assert live is not None
        before = live.lines
        if text == before.text[good.start : good.end]:
            return True
        after = (
            whole
            if whole is not None
            else before.edited(good, before.text[: good.start] + text + before.text[good.end :])
        )
        found = live.edit(good, after)
        if isinstance(found, Changed):
            self._change(found)
        elif found is not None:
            self._take(found)
        elif live.broken is not None:
            return False
        else:
            source = self._parse(after)
            if source.tree is None:
                return False
            self._begin(source)
        return True

    def _change(self, found: Changed) -> None:
        fresh = self._judge(self._analysis, found.uses)
        kept = [one for one in self._findings if one.use.span.end <= found.old.start]
        later = [one for one in self._findings if one.use.span.start >= found.old.end]
        self._findings = [*kept, *fresh, *(one.moved(found.by) for one in later)]
        self._modules = [_grown(one, found) for one in self._modules]

    def _check(self, lines: LineIndex, applied: bool, large: bool) -> None:
        """Looks whether the text parses after all: several edits that each break the file may be right together. Of a ``large``
        one that does not, what does parse is looked for, rather than hold all of it back."""
        self.problem = None
        if not self._held:
            return
        live, only = self._live, self._held[0]
        assert live is not None
        if len(self._held) == 1 and not applied and live.broken is not None and not large:
            block, error = live.broken
            self.problem = syntax_problem(lines, error)
            self._held = [replace(only, broken=block, problem=self.problem)]
            return
        problem = only.problem
        elsewhere = len(self._held) == 1 and applied and only.broken not in (None, live.touched)
        if elsewhere and problem is not None and " line " not in problem.message:
            self.problem = problem
            return
        source = self._parse(lines)
        self.problem = source.problem
        if source.tree is not None:
            self._held = []
            self._begin(source)
        elif large:
            self._recover(lines)

    # -- places ----------------------------------------------------------------------------------------------------

    def _touching(self, edit: Span) -> tuple[list[_Held], Span]:
        """Held edits that the edit meets, and what it reaches together with them, in the text before it."""
        found: list[_Held] = []
        hull = edit
        for one in self._held:  # in order, so that what is appended at the end can meet only the next
            if one.shown.start <= hull.end and hull.start <= one.shown.end:
                found.append(one)
                hull = Span(min(hull.start, one.shown.start), max(hull.end, one.shown.end))
        return found, hull

    def _hold(self, shown: Span, good: Span) -> _Held:
        """What differs between the two, no more."""
        new, old = self.lines.text[shown.start : shown.end], self._good_text(good)
        at = change(old, new)
        return _Held(
            Span(shown.start + at.start, shown.end - (len(old) - at.end)),
            Span(good.start + at.start, good.start + at.end),
        )

    def _good_text(self, span: Span) -> str:
        assert self._live is not None
        return self._live.lines.text[span.start : span.end]

    def _placed(self) -> Iterator[Finding]:
        text = self.lines.text
        held = [*self._held, None]
        index = by = 0
        for finding in self._findings:  # both are in the order of the text
            span = finding.use.span
            one = held[index]
            while one is not None and one.good.end <= span.start:
                by = one.shown.end - one.good.end
                index += 1
                one = held[index]
            if one is not None and one.good.start < span.end:
                continue
            end = span.end + by
            if text[end : end + 1].isidentifier() and text[end - 1 : end].isidentifier():
                continue  # the name has grown
            yield finding.moved(by)


def _offset(held: Iterable[_Held], place: int) -> int:
    """From a place in the shown text, outside of what is held, to the good one."""
    by = 0
    for one in held:
        if one.shown.end <= place:
            by = one.good.end - one.shown.end
    return by


def _later(held: Iterable[_Held], place: int, shown_by: int, good_by: int) -> Iterator[_Held]:
    """``held`` once the text before ``place`` has grown."""
    for one in held:
        if one.shown.start < place:
            yield one
        else:
            shown = Span(one.shown.start + shown_by, one.shown.end + shown_by)
            good, problem = Span(one.good.start + good_by, one.good.end + good_by), one.problem
            if problem is not None:
                at = problem.span
                problem = replace(problem, span=Span(at.start + shown_by, at.end + shown_by))
            yield replace(one, shown=shown, good=good, problem=problem)


def _grown(module: ModuleClass, change: Changed) -> ModuleClass:
    """A class after a change before it, behind it, or in one of its methods."""
    span, by = module.span, change.by
    if span.end <= change.old.start:
        return module
    if span.start >= change.old.end:
        name = Span(module.name_span.start + by, module.name_span.end + by)
        return replace(module, span=Span(span.start + by, span.end + by), name_span=name)
    end = span.end + by if change.class_end is None else change.class_end
    return replace(module, span=Span(span.start, end))
