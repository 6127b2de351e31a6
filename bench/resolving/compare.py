"""What the scan says of the places where something was seen."""

from __future__ import annotations

import importlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mindport.analysis.analyze import analyze
from mindport.analysis.uses import ApiUse
from mindport.mapping import index as mapping_index
from mindport.semantics.project import ProjectFiles
from mindport.semantics.torch_names import torch_names
from mindport.syntax.source import SourceFile, read_source

TENSOR = "torch.Tensor."
_UNTOLD = frozenset(["super", "torch.fx.proxy.Proxy", "resolving.synthetic._Nothing"])  # stand for something else


@dataclass
class Score:
    """``right`` of ``expected`` were found, ``wrong`` were found where they are not; ``guessed`` were only guessed."""

    expected: int = 0
    right: int = 0
    guessed: int = 0
    wrong: int = 0

    @property
    def recall(self) -> float:
        return self.right / self.expected if self.expected else 1.0

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    def add(self, other: Score) -> None:
        self.expected += other.expected
        self.right += other.right
        self.guessed += other.guessed
        self.wrong += other.wrong

    def __str__(self) -> str:
        return (
            f"{self.recall:7.2%} of {self.expected:5}, precision {self.precision:7.2%}"
            f" ({self.wrong} wrong, {self.guessed} guessed)"
        )


KINDS = ("names", "methods", "attributes", "modules")


@dataclass
class Result:
    """Scores by kind of use; ``disagreements`` are lines to read."""

    scores: dict[str, Score] = field(default_factory=lambda: {kind: Score() for kind in KINDS})
    disagreements: list[str] = field(default_factory=list)
    mixed: int = 0  # places where more than one kind of value was seen
    others: Counter[str] = field(default_factory=Counter)  # attributes of what is no tensor, by what it is
    files: set[str] = field(default_factory=set)

    def add(self, other: Result) -> None:
        for kind, score in other.scores.items():
            self.scores[kind].add(score)
        self.disagreements += other.disagreements
        self.mixed += other.mixed
        self.others += other.others
        self.files |= other.files


def merge(seen: Iterable[dict[str, Any]]) -> dict[str, dict[tuple[int, ...], dict[str, Any]]]:
    """What several runs saw, by file and place."""
    out: dict[str, dict[tuple[int, ...], dict[str, Any]]] = defaultdict(dict)
    for run in seen:
        for file in run["files"]:
            places = out[file["path"]]
            for site in file["sites"]:
                key = (*site["at"], site["kind"] in ("name", "callee"))
                known = places.get(key)
                if known is None:
                    places[key] = site
                else:
                    known["seen"] = sorted({*known["seen"], *site["seen"]})
                    known["apis"] = sorted({*known["apis"], *site["apis"]})
                    known["own"] = known["own"] or site["own"]
    return out


def compare(folder: Path, seen: Iterable[dict[str, Any]]) -> Result:
    """Scores the scan of a project's files against what its runs saw."""
    result = Result()
    rows = mapping_index.load()
    project = ProjectFiles(rows, folder, snapshot=True)
    own = "torchvision" if (folder / "torchvision").is_dir() else "-"
    for name, places in merge(seen).items():
        path = folder / name
        if not path.is_file():
            continue
        source = read_source(path)
        uses = analyze(source, rows, project).uses
        by_end = {position(source, use.span.end): use for use in uses}
        by_start = {position(source, use.span.start): use for use in uses}
        for site in places.values():
            use = by_end.get((site["at"][2], site["at"][3]))
            if use is None and site["apis"]:
                use = _covering(site, by_start.get((site["at"][0], site["at"][1])))
            _judge(site, use, f"{path}", result, own)
    return result


def position(source: SourceFile, offset: int) -> tuple[int, int]:
    """Line, from 1, and column, from 0 in code points, as sites have them."""
    at = source.lines.position(offset)
    return at.line, at.column - 1


def _covering(site: dict[str, Any], use: ApiUse | None) -> ApiUse | None:
    """The use of a member, ``nn.Embedding.from_pretrained``, where the class's name is asked for: it names the class."""
    if use is None:
        return None
    owner = use.api.rpartition(".")[0]
    return replace(use, api=owner) if _same(owner, set(site["apis"])) else None


def _judge(site: dict[str, Any], use: ApiUse | None, path: str, result: Result, own: str) -> None:
    place = f"{path}:{site['at'][2]}:{site['at'][3] - len(site['text']) + 1} {site['text']}"
    seen = set(site["seen"]) - _UNTOLD
    certain = use is not None and use.certainty.value != "guessed"
    if site["kind"] in ("name", "callee"):
        if site["imported"] or site["apis"]:
            _name(site, use, place, result, own)
        return
    if site["apis"]:
        _name(site, use, place, result, own)
        return
    if not seen:
        return
    if seen & {"module", "class"}:
        if certain and use is not None and use.api.startswith(TENSOR):
            result.disagreements.append(f"wrong {place}: {use.api}, seen {sorted(seen)}")
            result.scores["methods"].wrong += 1
        return
    if "Tensor" in seen and len(seen) > 1:
        result.mixed += 1
        return
    said = use is not None and use.api.startswith(TENSOR)
    kind = "methods" if site["kind"] == "method" else "attributes"
    score = result.scores[kind]
    if seen == {"Tensor"}:
        if site["text"] not in torch_names().members["torch.Tensor"] or site["own"]:
            return
        result.files.add(path)
        score.expected += 1
        if said and certain:
            score.right += 1
            return
        score.guessed += said
        result.disagreements.append(f"{'guessed' if said else 'missed'} {kind[:-1]} {place}")
        return
    result.others.update(seen)
    if said and certain:
        score.wrong += 1
        result.disagreements.append(f"wrong {kind[:-1]} {place}: a Tensor's, seen {', '.join(sorted(seen))}")
    if seen == {"Module"} and not site["own"] and site["text"] in torch_names().members["torch.nn.Module"]:
        modules = result.scores["modules"]
        modules.expected += 1
        if use is not None and use.api.startswith("torch.nn.") and certain:
            modules.right += 1
        else:
            result.disagreements.append(f"{'guessed' if use is not None else 'missed'} module {place}")
    elif use is not None and certain and use.api.startswith("torch.nn.Module.") and "Module" not in seen:
        result.scores["modules"].wrong += 1
        result.disagreements.append(f"wrong module {place}: {use.api}, seen {', '.join(sorted(seen))}")


def _name(site: dict[str, Any], use: ApiUse | None, place: str, result: Result, own: str) -> None:
    """Qualified names: what an import or an attribute of a torch module stands for."""
    score = result.scores["names"]
    apis = {api for api in site["apis"] if not api.startswith(own)}
    is_name = site["kind"] in ("name", "callee")
    if not apis:
        if is_name and use is not None and use.certainty.value == "imported" and not site["apis"]:
            if set(site["seen"]) == {"other"}:
                score.wrong += 1
                result.disagreements.append(f"wrong name {place}: {use.api}")
        return
    if is_name and not (site["imported"] and len(site["seen"]) == 1 and "torch" in site["seen"]):
        return  # a variable that holds a class: not a name that an import gives
    if site["text"].startswith("__"):
        return
    score.expected += 1
    if use is not None and _same(use.api, apis):
        if use.certainty.value != "guessed":
            score.right += 1
            return
    elif use is not None:
        score.wrong += 1
        result.disagreements.append(f"wrong name {place}: {use.api}, is {', '.join(sorted(apis)[:4])}")
        return
    result.disagreements.append(f"missed name {place}: {', '.join(sorted(apis)[:4])}")


def _same(api: str, apis: set[str]) -> bool:
    if api in apis:
        return True
    canonical = {torch_names().canonical(one) for one in apis}
    index = mapping_index.load()
    canonical |= {index.canonical(one) or one for one in (*canonical, *apis)}
    if api in canonical or _without_private_modules(api) in apis:
        return True
    found = _object(api)  # by a name that leads through a module of torch's own
    return found is not None and any(_object(one) is found for one in apis)


def _without_private_modules(api: str) -> str:
    """``torchvision.models.Weights`` of ``torchvision.models._api.Weights``: what is seen has the shorter name."""
    *modules, name = api.split(".")
    return ".".join([*(one for one in modules if not one.startswith("_")), name])


def _object(api: str) -> object | None:
    """What a qualified name stands for in the torch that is installed; None where that is nothing."""
    parts = api.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except Exception:  # some of torch's modules need what is not there
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found
    return None
