"""Where the chains of reasons end that are given for members of Tensors: at evidence, or at something that says nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mindport.analysis.analyze import analyze
from mindport.analysis.reasons import reasons
from mindport.mapping import index as mapping_index
from mindport.semantics.project import ProjectFiles
from mindport.semantics.receivers import infer
from mindport.syntax.source import read_source

# Steps that say what a value is, but not by what that is known.
SAYING_NOTHING = frozenset(
    ["value", "parameter", "item", "member", "assigned", "unpacked", "loop", "call.given", "operator"]
)


@dataclass
class Chains:
    """How many chains end with which step; ``silent`` are the places of those whose last step says nothing."""

    ends: Counter[str] = field(default_factory=Counter)
    silent: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        total = self.ends.total()
        told = total - sum(self.ends[one] for one in (*SAYING_NOTHING, ""))
        most = ", ".join(f"{name or 'no chain'} {count}" for name, count in self.ends.most_common())
        return f"{100 * told / max(1, total):.1f}% of {total} chains end at evidence: {most}"


def chains(folder: Path, files: Iterable[Path]) -> Chains:
    """The chains of all members of Tensors in files of a project that are known for certain."""
    found = Chains()
    rows = mapping_index.load()
    project = ProjectFiles(rows, folder)
    for path in files:
        for place, end in _ends(path, rows, project):
            found.ends[end] += 1
            if not end or end in SAYING_NOTHING:
                found.silent.append(f"{place} {end or 'no chain'}")
    return found


def _ends(path: Path, rows: mapping_index.RowIndex, project: ProjectFiles) -> Iterator[tuple[str, str]]:
    source = read_source(path)
    if source.tree is None:
        return
    inference = infer(source, rows, project)
    for use in analyze(source, rows, project).uses:
        if use.receiver is None or use.of_class or use.certainty.value == "guessed":
            continue
        if use.api.startswith("torch.Tensor."):
            chain = reasons(source, inference, use)
            at = source.lines.position(use.span.start)
            yield f"{path}:{at.line}:{at.column} {use.api}", chain[-1].key if chain else ""
