"""The files in which a project lists what it needs: torch goes, MindSpore comes, everything else stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatch

from mindport.project.dependencies import conda, lines, python, toml
from mindport.project.dependencies.change import Change, Changed, Needs

Update = Callable[[str, Needs], Changed]

# Patterns of file names, and what reads such files.
_KINDS: tuple[tuple[str, Update], ...] = (
    ("*requirements*.txt", lines.update),
    ("*requirements*.in", lines.update),
    ("constraints*.txt", lines.update),
    ("requirements/*.txt", lines.update),
    ("pyproject.toml", toml.update),
    ("setup.cfg", lines.update_cfg),
    ("setup.py", python.update),
    ("environment*.yml", conda.update),
    ("environment*.yaml", conda.update),
    ("conda*.yml", conda.update),
    ("conda*.yaml", conda.update),
)


def reader(relative: str) -> Update | None:
    """What updates the file of this path; None for a file that lists no dependencies."""
    name = relative.rsplit("/", 1)[-1].lower()
    parent = "/".join(relative.lower().split("/")[-2:])
    return next((update for pattern, update in _KINDS if fnmatch(name, pattern) or fnmatch(parent, pattern)), None)


__all__ = ["Change", "Changed", "Needs", "reader"]
