"""Describes one file for a project scan; made in every process of the scan."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from mindport.analysis.findings import Finding
from mindport.engine import Engine, Settings
from mindport.project.records import FileRecord, Form, NoteRecord, ProblemRecord, UseRecord
from mindport.project.scan import Describe
from mindport.project.walk import ProjectFile
from mindport.render import messages, summary
from mindport.semantics.callers import Evidence, Walked
from mindport.semantics.project import Read


class _Describe(Describe):
    def __init__(self, settings: Settings, traced: bool) -> None:
        self.engine = Engine(settings, snapshot=True, callers=False, traced=traced)
        self.view = settings.view
        self._forms: dict[tuple[object, ...], Form] = {}

    def __call__(self, text: str, file: ProjectFile, evidence: Evidence) -> tuple[FileRecord, Walked | None]:
        with self.engine.walking(file.path):
            return self._described(text, file, evidence)

    def _described(self, text: str, file: ProjectFile, evidence: Evidence) -> tuple[FileRecord, Walked | None]:
        if not self.engine.concerns(text, file.path, evidence):
            return FileRecord.of(file.relative), None
        self.engine.learn(file.path, evidence)
        analysis = self.engine.analyze(text, file.path)
        uses = [self._form(finding).at(*analysis.lines.place(finding.use.span)) for finding in analysis.findings]
        counts = Counter([finding.compatibility._value_ for finding in analysis.findings])
        problems = []
        for problem in analysis.problems:
            at = analysis.lines.position(problem.span.start)
            problems.append(ProblemRecord(problem.kind, problem.message, at.line, at.column))
        told = analysis.told()
        analysis.discard()
        return FileRecord.of(file.relative, uses, dict(counts), problems), told

    def news(self) -> Read:
        return self.engine.news()

    def _form(self, finding: Finding) -> Form:
        use, equivalent = finding.use, finding.equivalent
        # ``_value_`` is what ``value`` gives, several times quicker. Equivalents live as long as the engine.
        words = (use.role._value_, use.certainty._value_, finding.compatibility._value_, finding.fix._value_)
        key = (use.api, words, id(equivalent), finding.notes)
        found = self._forms.get(key)
        if found is None:
            role, certainty, compatibility, fix = words
            mindspore = summary.counterpart(equivalent) if equivalent else None
            notes = tuple(
                NoteRecord(note.kind, summary.note_text(note, self.view)) for note in summary.ordered_notes(finding)
            )
            one = UseRecord(use.api, 0, 0, 0, 0, role, certainty, compatibility, mindspore, fix, notes)
            found = self._forms[key] = one.form()
        return found

    def walk(self, path: Path, evidence: Evidence) -> Walked | None:
        self.engine.learn(path, evidence)
        with self.engine.walking(path):
            return self.engine.walk(path)

    def problem(self, kind: str, detail: str) -> ProblemRecord:
        try:
            text = messages.text(f"problem.{kind}", self.view.language, message=detail)
        except KeyError:
            text = detail or kind
        return ProblemRecord(kind, text)


def make(settings: Settings, traced: bool = False) -> Describe:
    """The describer of a scanning process. ``traced``: what it reads is noted."""
    return _Describe(settings, traced)
