"""Describes one file for a project scan; made in every process of the scan."""

from __future__ import annotations

from pathlib import Path

from mindport.engine import Engine, Settings
from mindport.project.scan import Describe, FileRecord, NoteRecord, ProblemRecord, UseRecord
from mindport.project.walk import ProjectFile
from mindport.render import messages, summary
from mindport.semantics.callers import Evidence, Walked


class _Describe(Describe):
    def __init__(self, settings: Settings) -> None:
        self.engine = Engine(settings, snapshot=True, callers=False)
        self.view = settings.view
        self._read = 0

    def __call__(self, text: str, file: ProjectFile, evidence: Evidence) -> tuple[FileRecord, Walked | None]:
        self.engine.learn(file.path, evidence)
        analysis = self.engine.analyze(text, file.path)
        uses = []
        for finding in analysis.findings:
            use = finding.use
            start, end = analysis.lines.position(use.span.start), analysis.lines.position(use.span.end)
            notes = tuple(NoteRecord(n.kind, summary.note_text(n, self.view)) for n in summary.ordered_notes(finding))
            equivalent = finding.equivalent
            uses.append(
                UseRecord(
                    use.api,
                    start.line,
                    start.column,
                    end.line,
                    end.column,
                    use.role.value,
                    use.certainty.value,
                    finding.compatibility.value,
                    summary.counterpart(equivalent) if equivalent else None,
                    finding.fix.value,
                    notes,
                )
            )
        problems = []
        for problem in analysis.problems:
            at = analysis.lines.position(problem.span.start)
            problems.append(ProblemRecord(problem.kind, problem.message, at.line, at.column))
        told = analysis.told()
        analysis.discard()
        new = self.engine.files_read(self._read)
        self._read += len(new)
        return FileRecord(file.relative, tuple(uses), tuple(problems), tuple(new)), told

    def walk(self, path: Path, evidence: Evidence) -> Walked | None:
        self.engine.learn(path, evidence)
        return self.engine.walk(path)

    def problem(self, kind: str, detail: str) -> ProblemRecord:
        try:
            text = messages.text(f"problem.{kind}", self.view.language, message=detail)
        except KeyError:
            text = detail or kind
        return ProblemRecord(kind, text)


def make(settings: Settings) -> Describe:
    """The describer of a scanning process."""
    return _Describe(settings)
