"""Uses of torch that a scan claims to find in code that has none."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from mindport.analysis.analyze import analyze
from mindport.mapping import index as mapping_index
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source


def sources(folders: Sequence[Path], most: int) -> list[Path]:
    """At most ``most`` Python files of the folders, chosen by a seed."""
    found = sorted({path for folder in folders for path in folder.rglob("*.py") if path.is_file()})
    random.Random(0).shuffle(found)
    return found[:most]


def claimed(files: Sequence[Path]) -> Iterator[str]:
    """Every use found, guesses included, as ``path:line: api``."""
    rows = mapping_index.load()
    project = ProjectFiles(rows, snapshot=True)
    for path in files:
        source = read_source(path)
        for use in analyze(source, rows, project).uses:
            yield f"{path}:{source.lines.position(use.span.start).line}: {use.api} ({use.certainty.value})"
