"""Writes the MindSpore version of a project: same relative paths, other files copied, helpers in one module."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mindport.project import files
from mindport.project import imports as imports_of
from mindport.project.packages import Imported, Imports
from mindport.project.walk import Project, ProjectFile
from mindport.syntax import notebook

if TYPE_CHECKING:
    from mindport.project import dependencies, remains

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
class Requirements:
    """A file that lists what the project needs, and what changed in it."""

    path: str
    changes: tuple[dependencies.Change, ...]

    def to_json(self) -> dict[str, object]:
        return {"path": self.path, "changes": [change.to_json() for change in self.changes]}


@dataclass(frozen=True)
class MigrationReport:
    """What was written, and what is left to do by hand.

    ``packages``: third-party packages built on torch that files still import; ``remains``: what else speaks of torch.
    """

    root: str
    output: str
    target: str
    mindspore: str
    files: tuple[MigratedFile, ...]
    copied: int
    helpers: tuple[str, ...]
    summary: dict[str, object] = field(default_factory=dict)
    requirements: tuple[Requirements, ...] = ()
    packages: tuple[Imported, ...] = ()
    remains: tuple[remains.Remaining, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything was converted or changed: not so when the input had been migrated before."""
        return bool(self.requirements or any(file.converted for file in self.files))

    def to_json(self) -> dict[str, object]:
        return {
            "schema": 1,
            "files": [file.to_json() for file in self.files],
            "helpers": list(self.helpers),
            "summary": self.summary,
            "requirements": [entry.to_json() for entry in self.requirements],
            "packages": [entry.to_json() for entry in self.packages],
            "remains": [entry.to_json() for entry in self.remains],
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
    stays: str = "",
) -> MigrationReport:
    """Effect: writes into ``out``. The input is only read; a file that cannot be converted is copied and named.
    ``stays``: what is said of a notebook's commands that name torch."""
    from mindport.project import dependencies, remains, starts  # an editor migrates single files, and needs none

    done: list[MigratedFile] = []
    written: list[starts.Written] = []
    helpers: frozenset[str] = frozenset()
    imports = Imports(_own_modules(project))
    is_package = imports_of.is_package(project)
    total = len(project.sources) + len(project.others) + len(project.notebooks)
    unread: list[ProjectFile] = []
    for file in (*project.sources, *project.notebooks):
        destination = _destination(out, file)
        migrated, text, used = _one(file, destination, convert, _dots(file, is_package), stays)
        if file.relative.endswith(".ipynb") and migrated.problem is not None:
            unread.append(file)
        helpers |= used
        imports.add(file.relative, text)
        done.append(migrated)
        written.append(starts.Written(file.relative, text, bool(used)))
        if progress is not None:
            progress(len(done), total)
    copied = 0
    for file in project.others:
        shutil.copyfile(file.path, _destination(out, file))
        copied += 1
        if progress is not None:
            progress(len(done) + copied, total)
    if helpers:
        (out / HELPERS_FILE).write_text(helpers_text(helpers), encoding="utf-8")
        for folder in starts.folders(written) if not is_package else ():
            (out / folder / HELPERS_FILE).write_text(starts.forwarding(folder, HELPERS_FILE), encoding="utf-8")
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
        project.root.as_posix(),
        out.as_posix(),
        target,
        mindspore,
        tuple(done),
        copied,
        tuple(sorted(helpers)),
        summary,
        _requirements(project, out, dependencies.Needs(mindspore, imports.torch_family)),
        imports.packages(),
        tuple(remains.survey(project, unread)),
    )


def _destination(out: Path, file: ProjectFile) -> Path:
    destination = out / file.relative
    destination.parent.mkdir(parents=True, exist_ok=True)
    return destination


def _own_modules(project: Project) -> frozenset[str]:
    """Top-level names under which the project's own files may be imported."""
    tops = {file.relative.partition("/")[0].removesuffix(".py") for file in project.sources}
    return frozenset(tops | {project.root.resolve().name})


def _requirements(project: Project, out: Path, needs: dependencies.Needs) -> tuple[Requirements, ...]:
    """Effect: updates, in ``out``, the files in which the project lists its dependencies."""
    from mindport.project import dependencies

    found: list[Requirements] = []
    for file in (*project.sources, *project.others):
        update = dependencies.reader(file.relative)
        source = files.read_source(out / file.relative) if update is not None else None
        if update is None or not isinstance(source, files.SourceText):
            continue
        changed = update(source.text, needs)
        if changed.changes:
            found.append(Requirements(file.relative, tuple(changed.changes)))
        if changed.text != source.text:
            (out / file.relative).write_bytes(source.encode(changed.text))
    return tuple(found)


def _dots(file: ProjectFile, is_package: bool) -> str:
    """A package's modules import the helpers relatively: the package may be imported from anywhere."""
    return "." * (file.relative.count("/") + 1) if is_package else ""


def _placed(migrated: MigratedText, cells: notebook.Notebook, stays: str) -> MigratedText:
    """What became of a notebook's script, where it stands in the file; commands that name torch are left, too."""
    left = [Left(*cells.place(one.line, one.column), one.api, one.reason) for one in migrated.left]
    unread = [Left(*place, "torch", stays) for place in cells.unread()]
    return replace(migrated, left=(*left, *unread), uses=migrated.uses + len(unread))


def _one(
    file: ProjectFile, destination: Path, convert: Convert, package: str, stays: str
) -> tuple[MigratedFile, str, frozenset[str]]:
    """What became of a file, its text, and the helpers that it uses."""
    source = files.read_source(file.path)
    if isinstance(source, files.Unreadable):
        shutil.copyfile(file.path, destination)
        return MigratedFile(file.relative, destination.as_posix(), 0, 0, (), source.kind), "", frozenset()
    cells = notebook.read(source.text) if file.relative.endswith(".ipynb") else None
    if cells is None and file.relative.endswith(".ipynb"):
        shutil.copyfile(file.path, destination)
        return MigratedFile(file.relative, destination.as_posix(), 0, 0, (), "notebook"), "", frozenset()
    script = source.text if cells is None else cells.script
    migrated = convert(script, file.path, package)
    text: str | None = migrated.text
    if cells is not None:
        text = cells.restored(migrated.text)
        migrated = (
            _placed(migrated, cells, stays) if text is not None else MigratedText(script, 0, 0, problem="notebook")
        )
    if text is None or migrated.text == script:
        shutil.copyfile(file.path, destination)
    else:
        destination.write_bytes(source.encode(text))
    entry = MigratedFile(
        file.relative, destination.as_posix(), migrated.uses, migrated.converted, migrated.left, migrated.problem
    )
    return entry, migrated.text, migrated.helpers
