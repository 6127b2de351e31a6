"""What other files of a project give to a file's functions: types of parameters that nothing in the file itself tells.

A file is walked by what it says itself. Where parameters stay open, the files that import the function, its class or its
module are walked as well, and the types at their calls are evidence. Those files are walked by what *they* say and what their
own callers give, and so on for a few steps; never by the evidence for the file that asks. So the outcome does not depend on
which file is looked at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from mindport.semantics.exchange import key, portable_all
from mindport.semantics.heirs import left_by_others, of_heirs
from mindport.semantics.joining import join
from mindport.semantics.types import BATCH, FOREIGN, OPEN, OUTPUT, UNKNOWN, Type, holds_tensors

if TYPE_CHECKING:
    from mindport.semantics.definitions import ClassInfo, FunctionInfo
    from mindport.semantics.flow import Flow


class CallSite:
    """A call in another file, and what it gives for the parameters that it gives something for."""

    # Written out so that it can be compiled, and because a project has many.
    __slots__ = ("given", "line", "path")

    def __init__(self, path: Path, line: int, given: Mapping[str, Type]) -> None:
        self.path = path
        self.line = line
        self.given = given

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CallSite):
            return False
        return self.path == other.path and self.line == other.line and self.given == other.given

    def __hash__(self) -> int:
        return hash((self.path, self.line))

    def __repr__(self) -> str:
        return f"CallSite({self.path!r}, {self.line!r}, {self.given!r})"

    def __reduce__(self) -> tuple[type[CallSite], tuple[object, ...]]:
        return CallSite, (self.path, self.line, self.given)


Evidence = Mapping[str, Sequence[CallSite]]
"""By qualified name within the file: ``function`` or ``Class.method``."""


def tells(given: Type) -> bool:
    """Whether anything is known of what a call gives."""
    return not given.is_unknown or given.name in (
        "output", "either", "number", "numpy", "iterator", "batch", "callable",
    )  # fmt: skip


def with_evidence(own: Type | None, given: Sequence[Type]) -> Type | None:
    """What a parameter is, by what the file's own calls give for it (None without any) and by what others give.

    Where some calls give a tensor and of others nothing is known, it is likely one."""
    if not given:
        return own
    told = [one for one in given if tells(one)]
    if not told or FOREIGN in given:
        return own  # where some calls give a class, what the others give is asked for what that has
    found = told[0]
    for one in told[1:]:
        found = join(found, one)
    if own is not None and not (own.is_unknown and own.name in OPEN):
        found = join(own, found)
    elif own is not None or len(told) < len(given):
        found = _likely(found)
    return found if not found.is_unknown or found.name else own


def where_they_differ(given: Sequence[Type]) -> Type:
    """What a parameter is where calls disagree: likely a tensor, if some give one and nothing is known of what the others do; or
    an object of the code's own, if all that are known give such a one: then what is done with it tells nothing."""
    unknown = [one for one in given if one.is_unknown]
    known = [one for one in given if not one.is_unknown]
    if known and all(one.kind == "other" and one.definition is known[0].definition for one in known):
        told = all(one.name in OPEN or one.name == "guess" for one in unknown)
        return known[0] if told and known[0].definition is not None else UNKNOWN
    if not known or any(one.kind != "tensor" for one in known):
        return UNKNOWN
    return OUTPUT if all(one.name in OPEN or one == OUTPUT for one in unknown) else UNKNOWN


def _likely(found: Type) -> Type:
    if found == BATCH:
        return found
    if found.name == "either" and any(one.kind == "ndarray" for one in found.items):
        return UNKNOWN
    return OUTPUT if found.kind == "tensor" or found.name in ("output", "either") or holds_tensors(found) else UNKNOWN


@dataclass(frozen=True)
class Overrides:
    """A method's parameters, and methods of other files' classes that it stands in for: file and qualified name."""

    names: tuple[str, ...]
    above: tuple[tuple[str, str], ...]


@dataclass
class Walked:
    """What one file's walk leaves: parameters that stay open, and calls of functions, by the file and name of these."""

    open: dict[str, frozenset[str]] = field(default_factory=dict)
    overrides: dict[str, Overrides] = field(default_factory=dict)
    calls: dict[tuple[str, str], list[CallSite]] = field(default_factory=dict)


def qualified(function: FunctionInfo) -> str | None:
    """Name of a function by which other files reach it; None for one within another function."""
    cls = function.cls
    if cls is None:
        return function.name if function.frame.kind == "module" else None
    return f"{cls.name}.{function.name}" if cls.frame.kind == "module" else None


def collect(flow: Flow) -> Walked:
    """What a finished walk leaves for others."""
    out = Walked()
    path = flow.source.path
    if path is None:
        return out
    here = key(path)
    for function in flow.functions:
        name = qualified(function)
        if name is None:
            continue
        wanted = function.open
        if wanted:
            out.open[name] = wanted
            above = tuple(_overridden(function))
            if above:
                out.overrides[name] = Overrides(_names(function), above)
        if function.cls is not None:
            sites = [CallSite(path, line, given) for line, given in _own(function)]
            if sites:
                out.calls[(here, name)] = sites
    for cls in flow.classes:
        if cls.left:
            out.open[of_heirs(cls.name)] = frozenset(cls.left)
        for parent, given in left_by_others(cls):
            target = parent.flow.source.path
            if target is not None:
                site = CallSite(path, cls.node.lineno, portable_all(given))
                out.calls.setdefault((key(target), of_heirs(parent.name)), []).append(site)
    places: dict[int, str] = {}
    for function, sites_by_node in flow.foreign_calls.items():
        name, target = qualified(function), function.flow.source.path
        if name is None or target is None:
            continue
        place = places.get(id(target))
        if place is None:
            place = places[id(target)] = key(target)
        out.calls.setdefault((place, name), []).extend(
            CallSite(path, line, portable_all(given)) for line, given in sites_by_node.values()
        )
    return out


def _own(function: FunctionInfo) -> Iterator[tuple[int, Mapping[str, Type]]]:
    names = _names(function)
    # What has a default is mostly given by its name, and an heir may have something else in its place.
    certain = names[: max(0, len(names) - len(function.node.args.defaults))]
    for seeds in function.seeds.values():
        given = portable_all(seeds)
        for place, name in enumerate(certain):
            if name in seeds:
                given[f"#{place}"] = given[name]
        yield function.node.lineno, given


def _names(function: FunctionInfo) -> tuple[str, ...]:
    """Parameters that a call gives by position."""
    arguments = function.node.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    return tuple(names if "staticmethod" in function.decorators else names[1:])


def _overridden(function: FunctionInfo) -> Iterator[tuple[str, str]]:
    """Methods of classes of other files that the method stands in for."""
    cls: ClassInfo | None = function.cls
    if cls is None or function.name == "__init__":
        return
    for parent in cls.lineage()[1:]:
        path = parent.flow.source.path
        if parent.flow is not function.flow and function.name in parent.methods and path is not None:
            yield key(path), f"{parent.name}.{function.name}"


def distinct(sites: Iterable[CallSite]) -> tuple[CallSite, ...]:
    """The calls without those that give what an earlier one gives."""
    found: dict[frozenset[tuple[str, Type]], CallSite] = {}
    for site in sites:
        found.setdefault(frozenset(site.given.items()), site)
    return tuple(found.values())


def as_heir(site: CallSite, names: Sequence[str]) -> CallSite:
    """A call of the method above, as it reaches one that may have other names for its parameters."""
    given = {name: site.given[f"#{place}"] for place, name in enumerate(names) if f"#{place}" in site.given}
    return CallSite(site.path, site.line, {**site.given, **given})


def tell(sites: Iterable[CallSite], wanted: frozenset[str]) -> bool:
    """Whether calls tell something of parameters of which that is ``wanted``."""
    return any(tells(site.given[name]) for site in sites for name in wanted & set(site.given))
