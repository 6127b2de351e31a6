"""The reference: a page for each name space with all that is known of its APIs, and an index with their coverage."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mindport.mapping.row import Equivalent, Row, Target
from mindport.render import hover, messages, summary
from mindport.render.evidence import Evidence
from mindport.render.report import html
from mindport.render.summary import View

TARGETS = (Target.ASCEND, Target.CPU, Target.GPU)
EvidenceOf = Callable[[Row], Sequence[Evidence]]


@dataclass(frozen=True)
class Entry:
    """One API as its page shows it, in one language; texts may hold code between backticks."""

    name: str
    anchor: str
    kind: str
    aliases: tuple[str, ...]
    signatures: tuple[str, ...]
    equivalents: tuple[Mapping[str, object], ...]
    note: str
    examples: tuple[Mapping[str, str], ...]
    evidence: str
    first: Mapping[str, str]  # target → the first choice
    verified: bool


def pages(rows: Sequence[Row], evidence_of: EvidenceOf, language: str, newest: str) -> dict[str, str]:
    """File name → text of every page in one language."""
    view = View(language, Target.CPU, newest)
    spaces: dict[str, list[Row]] = {}
    for row in rows:
        spaces.setdefault(row.torch.rpartition(".")[0], []).append(row)
    names = sorted(spaces)
    other = next(one for one in messages.LANGUAGES if one != language)
    shared = {"other": other, "spaces": names, "mindspore": newest}
    out: dict[str, str] = {}
    coverage = {space: _coverage(spaces[space], evidence_of) for space in names}
    for space in names:
        entries = [_entry(row, evidence_of(row), view) for row in spaces[space]]
        out[file_of(space)] = html.page(
            "reference_space.html.j2", language, space=space, entries=entries, counts=coverage[space], **shared
        )
    total = _coverage(rows, evidence_of)
    versions = sorted({v for row in rows for e in row.equivalents for v in e.on.values()}, key=_key)
    by_version = [(version, [sum(_serves(row, t, version) for row in rows) for t in TARGETS]) for version in versions]
    out["index.html"] = html.page(
        "reference_index.html.j2", language, coverage=coverage, total=total, by_version=by_version, **shared
    )
    out["search.js"] = f"const ENTRIES = {json.dumps(_searchable(rows), ensure_ascii=False)};\n{_SEARCH}"
    return out


def file_of(space: str) -> str:
    """The page of a name space."""
    return f"{space}.html"


def _entry(row: Row, evidence: Sequence[Evidence], view: View) -> Entry:
    first = {}
    for target in TARGETS:
        serving = next((e for e in row.equivalents if target.value in e.on), None)
        first[target.value] = "" if serving is None else _called(serving, view)
    return Entry(
        name=row.torch,
        anchor=row.torch.rpartition(".")[2],
        kind=row.kind,
        aliases=row.aliases,
        signatures=tuple(f"{row.torch}{source}" for source in row.signatures),
        equivalents=tuple(_equivalent(e, view) for e in row.equivalents),
        note=hover.own_text(row.note, view),
        examples=tuple(
            {
                "title": hover.own_text(e.title, view),
                "target": summary.target_name(e.target),
                "torch": e.torch.strip(),
                "mindspore": (e.mindspore or "").strip(),
            }
            for e in row.examples
        ),
        evidence=hover.evidence_line(evidence, row, view).replace("  \n", "\n"),
        first=first,
        verified=any(e.agrees for e in evidence),
    )


def _equivalent(equivalent: Equivalent, view: View) -> Mapping[str, object]:
    facts = [f"`{a}` → `{b}`" for a, b in equivalent.rename.items()]
    facts += [f"`{a}` → `{b}`" for a, b in equivalent.convert.items()]
    facts += [f"+ `{a}={b}`" for a, b in equivalent.write.items()]
    facts += hover.declared(equivalent, view)
    if equivalent.state:
        names = ", ".join(f"`{torch}` → `{entry.name}`" for torch, entry in equivalent.state.items())
        facts.append(messages.text("hover.state", view.language, names=names))
    return {
        "name": _called(equivalent, view),
        "when": hover.conditions(equivalent.when, view) if equivalent.when else "",
        "signature": f"{summary.counterpart(equivalent)}{equivalent.signature}" if equivalent.signature else "",
        "support": hover.support(equivalent, view),
        "facts": facts,
    }


def _called(equivalent: Equivalent, view: View) -> str:
    if summary.vanishes(equivalent):
        return messages.text("hover.removed", view.language)
    return summary.counterpart(equivalent) or summary.template_text(equivalent) or ""


def _coverage(rows: Sequence[Row], evidence_of: EvidenceOf) -> dict[str, int]:
    counts: Counter[str] = Counter(rows=len(rows))
    for row in rows:
        counts.update(target.value for target in TARGETS if any(target.value in e.on for e in row.equivalents))
        found = evidence_of(row)
        counts["verified"] += any(e.agrees for e in found)
        counts["samples"] += sum(e.samples for e in found)
        counts["samples_passed"] += sum(e.samples_passed for e in found)
    return {name: counts[name] for name in ("rows", "ascend", "cpu", "gpu", "verified", "samples", "samples_passed")}


def _serves(row: Row, target: Target, version: str) -> bool:
    return any(
        target.value in e.on
        and _key(e.on[target.value]) <= _key(version)
        and (e.until is None or _key(version) <= _key(e.until))
        for e in row.equivalents
    )


def _key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def _searchable(rows: Sequence[Row]) -> list[list[str]]:
    return [
        [
            row.torch,
            " ".join(dict.fromkeys(e.mindspore or e.helper or "" for e in row.equivalents)),
            " ".join(row.aliases),
        ]
        for row in rows
    ]


_SEARCH = """
const field = document.querySelector("#search"), list = document.querySelector("#found");
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  list.replaceChildren();
  if (!words.length) return;
  const hits = ENTRIES.filter(entry => words.every(word => entry.join(" ").toLowerCase().includes(word)));
  const leaf = name => name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  hits.sort((a, b) => (leaf(b[0]) === words[0]) - (leaf(a[0]) === words[0]) || a[0].length - b[0].length);
  for (const [name, counterparts] of hits.slice(0, 40)) {
    const dot = name.lastIndexOf("."), item = document.createElement("li"), link = document.createElement("a");
    link.href = name.slice(0, dot) + ".html#" + name.slice(dot + 1);
    link.textContent = name;
    item.append(link, counterparts ? " → " + counterparts.split(" ")[0] : "");
    list.append(item);
  }
});
"""
