"""What a migration does not touch and a person must look at: unread notebooks, checkpoints, lock files, launch scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch

from mindport.project import dependencies
from mindport.project.walk import Project, ProjectFile

_CHECKPOINTS = (".pth", ".pt", ".pth.tar", ".safetensors")
_LOCKS = frozenset({"poetry.lock", "uv.lock", "pipfile.lock", "pdm.lock", "conda-lock.yml"})
# Files that start, build or test a project.
_SCRIPTS = ("dockerfile*", "*.dockerfile", "*.sh", "*.bash", "*.slurm", "*.sbatch", "*.bat", "*.ps1", "makefile", "*.mk",
            "pipfile", "tox.ini", "*.yml", "*.yaml", "*.toml", "*.cfg")  # fmt: skip
_EXTENSIONS = ("*.cu", "*.cuh")
_TORCH = re.compile(r"\b(torch|torchrun|pytorch|torchvision|torchaudio)\b", re.IGNORECASE)
_MAX_BYTES = 1024 * 1024


@dataclass(frozen=True)
class Remaining:
    """A file to look at. ``kind``: notebook, checkpoint, lock, script (with its first line that names torch), kernel."""

    kind: str
    path: str
    line: int | None = None

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, "path": self.path, "line": self.line}


def survey(project: Project, unread: Iterable[ProjectFile]) -> Iterator[Remaining]:
    """The files of the project that still speak of torch though nothing of theirs was converted, kind by kind; ``unread`` are
    notebooks that could not be taken apart."""
    found = [Remaining("notebook", file.relative) for file in unread]
    for file in project.others:
        entry = _look_at(file)
        if entry is not None:
            found.append(entry)
    yield from sorted(found, key=lambda entry: (entry.kind, entry.path))


def _look_at(file: ProjectFile) -> Remaining | None:
    name = file.relative.rsplit("/", 1)[-1].lower()
    if name.endswith(_CHECKPOINTS):
        return Remaining("checkpoint", file.relative)
    if name in _LOCKS:
        return Remaining("lock", file.relative)
    if any(fnmatch(name, pattern) for pattern in _EXTENSIONS):
        return Remaining("kernel", file.relative)
    if dependencies.reader(file.relative) is None and any(fnmatch(name, pattern) for pattern in _SCRIPTS):
        line = _first_mention(file)
        return Remaining("script", file.relative, line) if line else None
    return None


def _first_mention(file: ProjectFile) -> int | None:
    """The first line that names torch; None for none, and for what is too large to be such a script."""
    try:
        if file.path.stat().st_size > _MAX_BYTES:
            return None
        text = file.path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    match = _TORCH.search(text)
    return text.count("\n", 0, match.start()) + 1 if match else None
