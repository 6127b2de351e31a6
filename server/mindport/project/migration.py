"""Writes the MindSpore version of a project: same relative paths, other files copied, helpers in one module."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from mindport.project import files
from mindport.project.walk import Project, ProjectFile

Progress = Callable[[int, int], None]
HELPERS_FILE = "mindport_helpers.py"


@dataclass(frozen=True)
class Left:
    """A use that stays torch's, and why."""

    line: int
    column: int
    api: str
    reason: str


@dataclass(frozen=True)
class MigratedText:
    """The MindSpore version of one file's text."""

    text: str
    uses: int
    converted: int
    left: tuple[Left, ...] = ()
    helpers: frozenset[str] = frozenset()
    problem: str | None = None


@dataclass(frozen=True)
class MigratedFile:
    path: str
    output: str
    uses: int
    converted: int
    left: tuple[Left, ...]
    problem: str | None = None

    def to_json(self) -> dict[str, object]:
        return {
            "path": self.path,
            "output": self.output,
            "uses": self.uses,
            "converted": self.converted,
            "left": [vars(item) for item in self.left],
            **({"problem": self.problem} if self.problem else {}),
        }


@dataclass(frozen=True)
class MigrationReport:
    """What was written, and what is left to do by hand."""

    root: str
    output: str
    target: str
    mindspore: str
    files: tuple[MigratedFile, ...]
    copied: int
    helpers: tuple[str, ...]
    summary: dict[str, object] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        return {
            "schema": 1,
            "files": [file.to_json() for file in self.files],
            "helpers": list(self.helpers),
            "summary": self.summary,
        }


Convert = Callable[[str, Path, str], MigratedText]
"""(text, path, package) → migrated text; ``package`` is the dots that lead from the file to the helpers module."""


def migrate(
    project: Project,
    out: Path,
    convert: Convert,
    helpers_text: Callable[[frozenset[str]], str],
    target: str,
    mindspore: str,
    progress: Progress | None = None,
) -> MigrationReport:
    """Effect: writes into ``out``. The input is only read; a file that cannot be converted is copied and named."""
    done: list[MigratedFile] = []
    helpers: frozenset[str] = frozenset()
    is_package = (project.root / "__init__.py").exists()
    total = len(project.sources) + len(project.others) + len(project.notebooks)
    for file in project.sources:
        destination = out / file.relative
        destination.parent.mkdir(parents=True, exist_ok=True)
        migrated, used = _one(file, destination, convert, _dots(file, is_package))
        helpers |= used
        done.append(migrated)
        if progress is not None:
            progress(len(done), total)
    copied = 0
    for file in (*project.others, *project.notebooks):
        destination = out / file.relative
        destination.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file.path, destination)
        copied += 1
        if progress is not None:
            progress(len(done) + copied, total)
    if helpers:
        (out / HELPERS_FILE).write_text(helpers_text(helpers), encoding="utf-8")
    uses, converted = sum(f.uses for f in done), sum(f.converted for f in done)
    summary: dict[str, object] = {
        "files": len(done),
        "copied": copied,
        "uses": uses,
        "converted": converted,
        "left": sum(len(f.left) for f in done),
        "target": target,
        "mindspore": mindspore,
    }
    return MigrationReport(
        project.root.as_posix(), out.as_posix(), target, mindspore, tuple(done), copied, tuple(sorted(helpers)), summary
    )


def _dots(file: ProjectFile, is_package: bool) -> str:
    """A package's modules import the helpers relatively: the package may be imported from anywhere."""
    return "." * (file.relative.count("/") + 1) if is_package else ""


def _one(file: ProjectFile, destination: Path, convert: Convert, package: str) -> tuple[MigratedFile, frozenset[str]]:
    source = files.read_source(file.path)
    if isinstance(source, files.Unreadable):
        shutil.copyfile(file.path, destination)
        return MigratedFile(file.relative, destination.as_posix(), 0, 0, (), source.kind), frozenset()
    migrated = convert(source.text, file.path, package)
    if migrated.text == source.text:
        shutil.copyfile(file.path, destination)
    else:
        destination.write_bytes(source.encode(migrated.text))
    entry = MigratedFile(
        file.relative, destination.as_posix(), migrated.uses, migrated.converted, migrated.left, migrated.problem
    )
    return entry, migrated.helpers
