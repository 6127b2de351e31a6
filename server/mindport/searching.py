"""Finds rows by what people type: short names, and words of torch's or MindSpore's names."""

from __future__ import annotations

from dataclasses import dataclass

from mindport.mapping.index import RowIndex
from mindport.mapping.row import Target


@dataclass(frozen=True)
class SearchHit:
    torch: str
    mindspore: str | None
    score: int


def search(index: RowIndex, text: str, target: Target, limit: int) -> list[SearchHit]:
    """Rows whose torch or MindSpore name contains every word of ``text``, best first."""
    words = text.lower().split()
    hits: list[SearchHit] = []
    for name in index.names():
        row = index.get(name)
        if row is None:
            continue
        others = [e.mindspore for e in row.equivalents if e.mindspore]
        names = [row.torch, *row.aliases, *others]
        if not words or not all(any(w in n.lower() for n in names) for w in words):
            continue
        chosen = next((e for e in row.equivalents if target.value in e.on), None)
        score = min(_distance(n, words) for n in names)
        hits.append(SearchHit(row.torch, (chosen.mindspore or chosen.helper) if chosen else None, score))
    return sorted(hits, key=lambda h: (h.score, h.torch))[:limit]


def full_names(name: str) -> list[str]:
    """Full names that a short one may stand for."""
    short = {"F.": "torch.nn.functional.", "nn.": "torch.nn.", "Tensor.": "torch.Tensor.", "optim.": "torch.optim."}
    full = [long + name[len(s) :] for s, long in short.items() if name.startswith(s)]
    prefixes = ("torch.", "torch.nn.", "torch.nn.functional.", "torch.Tensor.", "torch.optim.", "torch.utils.data.")
    return [*full, *(prefix + name for prefix in prefixes)]


def _distance(name: str, words: list[str]) -> int:
    """How far a name is from what was typed: exact leaf first, then leaf prefix, then anything."""
    leaf = name.rsplit(".", 1)[-1].lower()
    if leaf in words or name.lower() in words:
        return 0
    if any(leaf.startswith(w) for w in words):
        return 1 + len(leaf)
    return 100 + len(name)
