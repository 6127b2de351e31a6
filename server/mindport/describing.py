"""Describes one file for a project scan; made in every process of the scan."""

from __future__ import annotations

from pathlib import Path

from mindport.analysis.findings import Finding
from mindport.engine import Engine, Settings
from mindport.project.records import FileRecord, Form, NoteRecord, ProblemRecord, UseRecord
from mindport.project.scan import Describe
from mindport.project.walk import ProjectFile
from mindport.project.written import Look, written
from mindport.render import messages, summary
from mindport.render.messages import said
from mindport.semantics.callers import Evidence, Walked
from mindport.semantics.project import Read


class _Describe(Describe):
    def __init__(self, settings: Settings, traced: bool) -> None:
        self.engine = Engine(settings, snapshot=True, callers=False, traced=traced)
        self.view = settings.view
        self._forms: dict[Look, Form] = {}

    def __call__(self, text: str, file: ProjectFile, evidence: Evidence) -> tuple[FileRecord, Walked | None]:
        with self.engine.walking(file.path):
            return self._described(text, file, evidence)

    def _described(self, text: str, file: ProjectFile, evidence: Evidence) -> tuple[FileRecord, Walked | None]:
        if not self.engine.concerns(text, file.path, evidence):
            return FileRecord.of(file.relative), None
        self.engine.learn(file.path, evidence)
        analysis = self.engine.analyze(text, file.path)
        uses, counts = written(analysis.findings, analysis.lines.starts, self._forms, self._form)
        problems = []
        for problem in analysis.problems:
            at = analysis.lines.position(problem.span.start)
            problems.append(ProblemRecord(problem.kind, self._part(problem.kind, problem.message), at.line, at.column))
        told = analysis.told()
        analysis.discard()
        return FileRecord.of(file.relative, uses, counts, problems), told

    def news(self) -> Read:
        return self.engine.news()

    def _form(self, finding: Finding) -> Form:
        use, equivalent = finding.use, finding.equivalent
        mindspore = summary.counterpart(equivalent) if equivalent else None
        notes = tuple(
            NoteRecord(note.kind, summary.note_text(note, self.view)) for note in summary.ordered_notes(finding)
        )
        words = use.role.value, use.certainty.value, finding.compatibility.value
        return UseRecord(use.api, 0, 0, 0, 0, *words, mindspore, finding.fix.value, notes).form()

    def walk(self, path: Path, evidence: Evidence) -> Walked | None:
        self.engine.learn(path, evidence)
        with self.engine.walking(path):
            return self.engine.walk(path)

    def _part(self, kind: str, detail: str) -> str:
        """What is the matter with a place of a file, the rest of which is seen."""
        key, language = f"problem.part.{kind}", self.view.language
        if key not in messages.catalogue(language):
            return detail
        return messages.text(key, language, message=said.in_language(detail, language))

    def problem(self, kind: str, detail: str) -> ProblemRecord:
        try:
            text = messages.text(f"problem.{kind}", self.view.language, message=detail)
        except KeyError:
            text = detail or kind
        return ProblemRecord(kind, text)


def make(settings: Settings, traced: bool = False) -> Describe:
    """The describer of a scanning process. ``traced``: what it reads is noted."""
    return _Describe(settings, traced)
