"""How well receivers are inferred: found uses against the types that were seen when the code ran.

    python bench/receivers.py SITES.tsv FOLDER

Each line of SITES names a model (``id``), a ``file`` below FOLDER/id, the ``line`` and end column (``end_col``) of an
attribute, and the types seen there (``runtime_types``).
"""

from __future__ import annotations

import csv
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from resolving.compare import TENSOR, position

from mindport.analysis.analyze import analyze
from mindport.mapping import index as mapping_index
from mindport.semantics.project import ProjectFiles
from mindport.syntax.source import read_source


@dataclass
class Score:
    """``wrong``: taken for a Tensor's without guessing, though it was none."""

    tensors: int = 0
    found: int = 0
    guessed: int = 0
    others: int = 0
    wrong: int = 0
    seconds: float = 0.0
    missed: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)  # files

    def lines(self) -> list[str]:
        taken = self.found + self.wrong
        return [
            f"tensor sites {self.tensors}, other sites {self.others}",
            f"recall {self.found / max(self.tensors, 1):.1%}, with guesses"
            f" {(self.found + self.guessed) / max(self.tensors, 1):.1%}",
            f"precision {self.found / max(taken, 1):.1%} ({self.wrong} wrong)",
            f"analysis {self.seconds:.2f} s",
            *(f"missed {place}" for place in self.missed),
            *(f"not there: {path}" for path in self.absent),
        ]


def measure(sites: Path, folder: Path) -> Score:
    """Scores every file of ``sites`` that is there. Raises ``SystemExit`` where none is."""
    by_file: dict[Path, list[dict[str, str]]] = defaultdict(list)
    with sites.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            by_file[folder / row["id"] / row["file"]].append(row)
    score = Score()
    rows = mapping_index.load()
    for path, expected in by_file.items():
        if path.is_file():
            _measure_file(path, ProjectFiles(rows, folder / expected[0]["id"]), expected, score)
        else:
            score.absent.append(str(path))
    if len(score.absent) == len(by_file):
        sys.exit(f"none of the files that {sites} names is below {folder}")
    return score


def _measure_file(path: Path, project: ProjectFiles, expected: list[dict[str, str]], score: Score) -> None:
    source = read_source(path)
    begin = time.perf_counter()
    analysis = analyze(source, mapping_index.load(), project)
    score.seconds += time.perf_counter() - begin
    by_place = {position(source, use.span.end): use for use in analysis.uses if use.api.startswith(TENSOR)}
    for site in expected:
        use = by_place.get((int(site["line"]), int(site["end_col"])))
        certain = use is not None and use.certainty.value != "guessed"
        if site["runtime_types"] != "Tensor":
            score.others += 1
            score.wrong += certain
            continue
        score.tensors += 1
        score.found += certain
        score.guessed += use is not None and not certain
        if use is None:
            score.missed.append(f"{path}:{site['line']} {site['attr']}")


if __name__ == "__main__":
    print("\n".join(measure(Path(sys.argv[1]), Path(sys.argv[2])).lines()))
