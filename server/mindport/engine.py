"""The one door for front ends: what the server can do, the command line can do, with the same functions.

Takes and returns frozen values; never raises on user code. Heavy parts (libcst, processes, YAML) load when first needed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from mindport import searching
from mindport.analysis.analyze import Analysis
from mindport.analysis.findings import Applicability, Compatibility, Finding
from mindport.analysis.judge import Context, Verdict, judge
from mindport.analysis.open_file import OpenFile
from mindport.analysis.uses import ApiUse
from mindport.answers import FileAnalysis, Fix, Hover, Settings
from mindport.mapping import index as indexes
from mindport.mapping import load as database
from mindport.mapping import members, own
from mindport.mapping.index import RowIndex
from mindport.mapping.row import Row
from mindport.render import evidence as evidences
from mindport.render import messages, summary
from mindport.searching import SearchHit
from mindport.semantics.callers import Evidence, Walked
from mindport.semantics.definitions import ProjectIndex
from mindport.semantics.project import OpenTexts, ProjectFiles, Read
from mindport.semantics.reaching import is_given_torch, may_use_torch
from mindport.syntax import dated
from mindport.text import LineIndex, flatten

if TYPE_CHECKING:
    from mindport.project.earlier import Earlier
    from mindport.project.migration import MigratedText, MigrationReport
    from mindport.project.scan import ScanReport
    from mindport.project.walk import Project
    from mindport.rewrite.fixes import Outlook, Prepared
    from mindport.rewrite.plan import Plan
    from mindport.verify.report import VerifyReport, VerifyRequest
    from mindport.verify.rows import RowsReport

Progress = Callable[[int, int], None]
_LARGE = 100_000  # characters of a file to which the rules take longer than a menu or a hover may


class Engine:
    """Analysis, explanation, rewriting and verification for one choice of target, version and language."""

    def __init__(
        self,
        settings: Settings | None = None,
        index: RowIndex | None = None,
        texts: OpenTexts | None = None,
        snapshot: bool = False,
        callers: bool = True,
        traced: bool = False,
    ) -> None:
        """``texts`` stand for files that are open with unsaved changes; others see those. ``snapshot``: files do not change
        while this engine lives. ``callers``: other files are asked what they give to a file's functions; without it, only what
        was learned counts, as it does while files are being edited. ``traced``: what is read is noted, for ``news``."""
        self._callers = callers and texts is None
        self._snapshot = snapshot
        self._traced = traced
        self.settings = settings or Settings()
        self._given = index  # instead of the rows of this installation
        self._texts = texts
        self._member_rows: dict[str, Row | None] = {}
        self._verdicts: dict[tuple[object, ...], Verdict] = {}
        self._differentiated_twice: frozenset[Path] = frozenset()

    @functools.cached_property
    def index(self) -> RowIndex:
        return self._rows[0]

    @property
    def row_errors(self) -> tuple[str, ...]:
        """What is wrong with the project's own rows: file, line and field, one line each."""
        return self._rows[1]

    @functools.cached_property
    def _rows(self) -> tuple[RowIndex, tuple[str, ...]]:
        if self._given is not None:
            return self._given, ()
        base = indexes.load()
        return (base, ()) if self.settings.own is None else own.overlaid(base, self.settings.own)

    @functools.cached_property
    def _files(self) -> ProjectFiles:
        return ProjectFiles(
            self.index, texts=self._texts, snapshot=self._snapshot, callers=self._callers, traced=self._traced
        )

    # -- one file --------------------------------------------------------------------------------------------------

    def analyze(
        self,
        text: str | LineIndex,
        path: Path | None = None,
        previous: FileAnalysis | None = None,
        *,
        follow: bool = False,
    ) -> FileAnalysis:
        """Analyses a text. ``follow``: edits will come, as ``analyze`` with ``previous``, which takes over what is known of
        the previous text and looks only at what changed."""
        if previous is not None:
            lines = previous.lines.edited_to(text) if isinstance(text, str) else text
            return self._analyzed(previous.file, previous.file.path, lines)
        file = OpenFile(path, self.index, self._project(path), self._judge, follow=follow)
        return self._analyzed(file, path, LineIndex(text) if isinstance(text, str) else text)

    def settle(self, analysis: FileAnalysis) -> FileAnalysis:
        """The analysis as it is without any short cut; with nodes of its own, if an edit has taken over its tree."""
        analysis = analysis.newest
        if not analysis.provisional:
            return analysis
        analysis.file.settle()
        return FileAnalysis(analysis.path, analysis.lines, analysis.file, analysis.again)

    def concerns(self, text: str, path: Path, evidence: Evidence) -> bool:
        """Whether a file can have uses of torch at all, by ``evidence`` from its callers, too. Effect: reads files that it
        imports."""
        return is_given_torch(evidence) or may_use_torch(text, path, self._files)

    def learn(self, path: Path, evidence: Evidence) -> bool:
        """Takes what calls in other files give to the functions of ``path``, for analyses from now on; whether that is news."""
        return self._files.learn(path, evidence)

    def walk(self, path: Path) -> Walked | None:
        """What a file leaves for others; None where it cannot be walked. Effect: reads the disk."""
        return self._files.walk(path)

    def dependants(self, path: Path) -> set[Path]:
        """Files whose analysis has asked for what ``path`` defines."""
        return self._files.dependants(path)

    def callers_of(self, path: Path) -> Evidence:
        """What calls in other files give to the functions of a file, as they are on disk: work for a thread of its own, for
        ``learn`` to take up. Effect: reads files of the project."""
        return ProjectFiles(self.index, snapshot=True).callers_of(path)

    def _analyzed(self, file: OpenFile, path: Path | None, lines: LineIndex) -> FileAnalysis:
        file.update(lines)
        return FileAnalysis(path, lines, file, lambda: self.analyze(lines.text, path))

    def _judge(self, analysis: Analysis, uses: Iterable[ApiUse]) -> list[Finding]:
        context = self._context(analysis)
        return [judge(use, self._row_of(use.api), context) for use in uses]

    def finding_at(self, analysis: FileAnalysis, offset: int) -> Finding | None:
        """The finding whose name covers ``offset``."""
        for finding in analysis.findings:
            if finding.use.span.start <= offset <= finding.use.span.end:
                return finding
        return None

    def message(self, finding: Finding) -> str:
        """One line for a diagnostic."""
        return summary.line(finding, self.settings.view)

    def hover(self, analysis: FileAnalysis, offset: int) -> Hover | None:
        """The explanation of the use at ``offset``."""
        from mindport.mapping import translate
        from mindport.render import hover as rendering

        analysis = analysis.newest
        finding = self.finding_at(analysis, offset)
        if finding is None:
            return None
        moved = None
        equivalent, bound = finding.equivalent, finding.use.bound
        if equivalent is not None and bound is not None and not equivalent.template and not equivalent.helper:
            context = self._context(analysis.analysis)
            moved = translate.translate(equivalent, bound, context.general, context.type_of)
        outlook, preview = self._shown(analysis, finding)
        markdown = rendering.hover(
            outlook.finding,
            self.settings.view,
            translation=moved,
            preview=preview,
            evidence=self.evidence(finding.row),
            stale=analysis.stale,
            by_rule=outlook.by_rule,
        )
        return Hover(finding.use.span, markdown)

    def fix(self, analysis: FileAnalysis, finding: Finding, package: str = "") -> Fix | None:
        """The fix of one use, imports included; ``package``: dots before the helpers' module. Not offered where nothing would
        change."""
        from mindport import fixing
        from mindport.rewrite import fixes

        settled = self.settle(analysis)
        analysis, finding = settled, fixing.here(settled, finding)
        if analysis.stale:
            return None
        prepared = self._prepared(analysis)
        outlook, fixed = fixes.outlook(prepared, finding), fixes.one(prepared, finding, package)
        if fixed is None:
            return None
        edits, helpers = fixed
        reason = None if outlook.applicability is Applicability.SAFE else self.message(outlook.finding)
        equivalent = None if outlook.by_rule else finding.equivalent
        name = (equivalent and (summary.counterpart(equivalent) or summary.template_text(equivalent))) or ""
        return Fix(name, tuple(flatten(analysis.text, edits)), outlook.applicability, reason, helpers)

    def load(self, text: str) -> None:
        """Has at hand what hovers and fixes in a text need, before the first of them is asked for: the rules, unless it is large,
        where they are not asked at once."""
        from mindport.render import hover  # noqa: F401
        from mindport.rewrite import rule

        if len(text) <= _LARGE:
            rule.rules()

    def outlook(self, analysis: FileAnalysis, finding: Finding, quick: bool = False) -> Outlook:
        """How far the fix of a use goes: with what the rules make of the file, once typing pauses (``settle``). ``quick``: in a
        large file only if that was asked before."""
        from mindport import fixing
        from mindport.rewrite import fixes

        analysis = analysis.newest
        if analysis.stale:
            return fixes.Outlook(finding.fix, finding)
        finding = fixing.here(analysis, finding)
        if self._has_no_rules_yet(analysis, quick):
            return fixes.outlook_by_row(analysis.source, finding, self._context(analysis.analysis))
        return fixes.outlook(self._prepared(analysis), finding)

    def fix_all(self, analysis: FileAnalysis, unsafe: bool = False) -> Fix:
        """Rewrites the whole file in place: structural rules, every use that may be changed, imports."""
        plan = self._plan(analysis, safe_only=not unsafe)
        applicability = Applicability.UNSAFE if unsafe else Applicability.SAFE
        return Fix("", tuple(flatten(analysis.text, plan.edits)), applicability, None, plan.helpers)

    def migrate_text(
        self, text: str, path: Path | None = None, safe_only: bool = False, package: str = ""
    ) -> MigratedText:
        """The MindSpore version of a text; always parses when the text does, or would without ``async=``."""
        from mindport.project.migration import Left, MigratedText

        analysis = self.analyze(text, path)
        divides = False
        if analysis.source.problem is not None and (readable := dated.revived(text)) is not None:
            analysis = self.analyze(readable, path)
            divides = dated.divides_as_python_2(text)
        if analysis.source.tree is None:
            problem = analysis.problems[0].kind if analysis.problems else "syntax-error"
            return MigratedText(text, 0, 0, problem=problem)
        plan = self._plan(analysis, safe_only, package)
        left = tuple(Left(item.line, item.column, item.api, item.reason) for item in plan.left)
        new = (
            dated.noted(plan.text, messages.text("comment.python-2", self.settings.language)) if divides else plan.text
        )
        return MigratedText(new, plan.uses, plan.converted, left, plan.helpers)

    def walking(self, path: Path) -> AbstractContextManager[None]:
        """What is read meanwhile is read for the file."""
        return self._files.walking(path)

    def news(self) -> Read:
        """What analyses have read of the project since the last time."""
        return self._files.news()

    # -- projects --------------------------------------------------------------------------------------------------

    def scan(
        self,
        paths: Sequence[Path],
        jobs: int | None = None,
        progress: Progress | None = None,
        exclude: Sequence[str] = (),
        earlier: Earlier | None = None,
    ) -> ScanReport:
        """Every torch API use under ``paths``; ``exclude`` are patterns over relative paths. ``earlier``: what another scan of
        the same knew of each file; the result is the same."""
        from mindport import describing
        from mindport.project import scan, walk

        factory = functools.partial(describing.make, self.settings, earlier is not None)
        project = walk.walk([Path(p) for p in paths], exclude)
        target, mindspore = self.settings.target.value, self.settings.mindspore
        return scan.scan(project, factory, target, mindspore, jobs, progress, earlier)

    def migrate(
        self,
        paths: Sequence[Path],
        out: Path,
        safe_only: bool = False,
        progress: Progress | None = None,
        exclude: Sequence[str] = (),
    ) -> MigrationReport:
        """Effect: writes the MindSpore version of ``paths`` into ``out``."""
        from mindport.project import migration, walk

        def convert(text: str, path: Path, package: str) -> MigratedText:
            return self.migrate_text(text, path, safe_only, package)

        project = walk.walk([Path(p) for p in paths], exclude, without=Path(out))
        self._files.search_all(project.root)
        self.note_project(project)
        return migration.migrate(
            project,
            Path(out),
            convert,
            self.helpers_module,
            self.settings.target.value,
            self.settings.mindspore,
            progress,
            messages.text("migrate.command-stays", self.settings.language),
        )

    def note_project(self, project: Project) -> None:
        """From now on files are migrated as what the others of the project ask of them wants it."""
        from mindport.project import gradients

        self._differentiated_twice = gradients.differentiated_twice(project)

    def helpers_module(self, names: frozenset[str]) -> str:
        """The module that holds the helpers which migrated files import."""
        from mindport.mapping import helpers

        return helpers.module_text(names, self.index)

    # -- rows ------------------------------------------------------------------------------------------------------

    def row(self, name: str) -> Row | None:
        """The row of a torch API, by any of its names."""
        return self.index.get(name)

    def explain(self, name: str) -> str | None:
        """The row of an API as Markdown; ``name`` may be short (``Conv2d``, ``F.relu``, ``Tensor.view``)."""
        from mindport.render import hover as rendering

        row = self.index.get(name) or next((self.index.get(full) for full in searching.full_names(name)), None)
        if row is None:
            return None
        return rendering.render_row(row, self.settings.view, self.evidence(row))

    def search(self, text: str, limit: int = 20) -> list[SearchHit]:
        """Rows whose torch or MindSpore name contains every word of ``text``, best first."""
        return searching.search(self.index, text, self.settings.target, limit)

    def evidence(self, row: Row | None) -> tuple[evidences.Evidence, ...]:
        """What running the row's examples has shown."""
        return self._evidence.get(row.torch, ()) if row is not None else ()

    @functools.cached_property
    def _evidence(self) -> dict[str, tuple[evidences.Evidence, ...]]:
        from mindport.verify import evidence

        return evidence.load(database.find().root / "verified")

    # -- verification ----------------------------------------------------------------------------------------------

    def verify(
        self,
        request: VerifyRequest,
        progress: Callable[[str], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> VerifyReport:
        """Runs a model in both frameworks. Executes the user's code, in child processes with a time limit."""
        from mindport import verifying

        return verifying.verify(self, request, progress, cancelled)

    def verify_rows(
        self,
        names: Sequence[str] = (),
        progress: Callable[[int, int, str], None] | None = None,
        samples: int | None = None,
        jobs: int = 1,
        again: bool = False,
    ) -> RowsReport:
        """Runs the rows' own examples in both frameworks, on request torch's samples too, and writes the evidence."""
        from mindport import verifying

        return verifying.verify_rows(self, names, progress, None, samples, jobs, again)

    # -- parts -----------------------------------------------------------------------------------------------------

    def _row_of(self, api: str) -> Row | None:
        row = self.index.get(api)
        if row is None:
            if api not in self._member_rows:
                self._member_rows[api] = members.member(self.index, api)
            row = self._member_rows[api]
        return row

    def _context(self, analysis: Analysis) -> Context:
        return Context(
            self.settings.target,
            self.settings.mindspore,
            self.index,
            analysis.kind_for_rows,
            self._verdicts,
            analysis.source.holders,
        )

    def _project(self, path: Path | None) -> ProjectIndex | None:
        return self._files if path is not None else None

    def _plan(self, analysis: FileAnalysis, safe_only: bool, package: str = "") -> Plan:
        from mindport import fixing
        from mindport.rewrite.plan import Options, plan

        analysis = self.settle(analysis)
        return plan(
            analysis.source,
            analysis.analysis,
            analysis.findings,
            self._context(analysis.analysis),
            self.message,
            Options(safe_only, package, differentiated_twice=analysis.path in self._differentiated_twice),
            fixing.class_named(analysis),
        )

    def _shown(self, analysis: FileAnalysis, finding: Finding) -> tuple[Outlook, str | None]:
        """What becomes of the use, as far as it is known, and the rewritten text."""
        from mindport.rewrite import fixes

        outlook = self.outlook(analysis, finding, quick=True)
        if analysis.stale:
            return outlook, None
        if self._has_no_rules_yet(analysis, True):
            return outlook, fixes.preview_by_row(analysis.source, finding, self._context(analysis.analysis))
        return outlook, fixes.preview(self._prepared(analysis), finding)

    def _has_no_rules_yet(self, analysis: FileAnalysis, quick: bool) -> bool:
        large = len(analysis.text) > _LARGE
        return analysis.provisional or quick and large and analysis.prepared is None

    def _prepared(self, analysis: FileAnalysis) -> Prepared:
        from mindport import fixing

        twice = analysis.path in self._differentiated_twice
        return fixing.prepared(analysis, self._context(analysis.analysis), twice)


__all__ = ["Compatibility", "Engine", "FileAnalysis", "Fix", "Hover", "OpenTexts", "SearchHit", "Settings"]
