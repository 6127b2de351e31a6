"""What other files of a project give to a file's functions: types of parameters that nothing in the file itself tells.

A file is walked by what it says itself. Where parameters stay open, the files that import the function, its class or its
module are walked as well, and the types at their calls are evidence. Those files are walked by what *they* say and what their
own callers give, and so on for a few steps; never by the evidence for the file that asks. So the outcome does not depend on
which file is looked at first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mindport.semantics.folders import files_below, project_folder
from mindport.semantics.torch_names import FAMILIES
from mindport.semantics.types import NUMBER, NUMPY, OPEN, OUTPUT, UNKNOWN, Type, holds_tensors, join

if TYPE_CHECKING:
    from mindport.semantics.definitions import ClassInfo, FunctionInfo
    from mindport.semantics.flow import Flow

_STEPS: Final = 2  # files that call each other in a row
_MOST_CALLERS: Final = 40
_MAX_BYTES: Final = 1_000_000
IMPORTS: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n#]*)|import[ \t]+([^\n#]*))", re.MULTILINE
)
"""An import statement: the module and what is taken from it, or the modules of a plain one."""
_WORD: Final = re.compile(r"\w+")
_RENAMED: Final = re.compile(r"(\w+)[ \t]+as\b")
_QUOTED: Final = re.compile(r"""(["'])[\w.]*\1""")
OBJECT: Final = "object-of"
_AT: Final = "::"
_PLAIN: Final = frozenset(["tensor", "int", "float", "bool", "str", "none", "dtype", "device", "ndarray", "shape"])


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
    return not given.is_unknown or given.name in ("output", "either", "number", "numpy", "iterator")


def with_evidence(own: Type | None, given: Sequence[Type]) -> Type | None:
    """What a parameter is, by what the file's own calls give for it (None without any) and by what others give.

    Where some calls give a tensor and of others nothing is known, it is likely one."""
    if not given:
        return own
    told = [
        one for one in given if not one.is_unknown or one.name in ("output", "either", "number", "numpy", "iterator")
    ]
    if not told:
        return own
    found = told[0]
    for one in told[1:]:
        found = join(found, one)
    if own is not None and not (own.is_unknown and own.name in OPEN):
        found = join(own, found)
    elif own is not None or len(told) < len(given):
        found = _likely(found)
    return found if not found.is_unknown or found.name else own


def where_they_differ(given: Sequence[Type]) -> Type:
    """What a parameter is where calls disagree: likely a tensor, if some give one and nothing is known of what the others do."""
    unknown = [one for one in given if one.is_unknown]
    if len(unknown) == len(given) or any(one.kind != "tensor" for one in given if not one.is_unknown):
        return UNKNOWN
    return OUTPUT if all(one.name in OPEN or one == OUTPUT for one in unknown) else UNKNOWN


def _likely(found: Type) -> Type:
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
    here = _key(path)
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
    places: dict[int, str] = {}
    for function, sites_by_node in flow.foreign_calls.items():
        name, target = qualified(function), function.flow.source.path
        if name is None or target is None:
            continue
        place = places.get(id(target))
        if place is None:
            place = places[id(target)] = _key(target)
        out.calls.setdefault((place, name), []).extend(
            CallSite(path, line, _portable_all(given)) for line, given in sites_by_node.values()
        )
    return out


def _own(function: FunctionInfo) -> Iterator[tuple[int, Mapping[str, Type]]]:
    names = _names(function)
    for seeds in function.seeds.values():
        given = _portable_all(seeds)
        for place, name in enumerate(names):
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
            yield _key(path), f"{parent.name}.{function.name}"


def portable(value: Type) -> Type:
    """A type without the definitions of the file that it comes from; unknown where nothing is left."""
    if value.kind in _PLAIN:
        name = value.name if value.kind != "tensor" or value.name.startswith("torch.") else ""
        return Type(value.kind, name, (), value.optional)
    if value.kind == "unknown" and not value.name:
        return UNKNOWN
    if value in (OUTPUT, NUMBER, NUMPY):
        return value
    if value.kind in ("list", "tuple", "dict") or value.name in ("either", "iterator"):
        return Type(value.kind, value.name, tuple(portable(one) for one in value.items), value.optional)
    if value.kind == "module":
        if value.definition is None:
            return Type("module", value.name, (), value.optional)
        return _object(value, Type("module", "", (), value.optional))
    if value.kind in ("optimizer", "scheduler", "dataloader", "dataset"):
        return Type(value.kind, "", (), value.optional)
    return _object(value, UNKNOWN) if value.kind == "other" and value.definition is not None else UNKNOWN


def _object(value: Type, otherwise: Type) -> Type:
    """An object by the file and name of its class; ``otherwise`` where no other file reaches that."""
    place: tuple[Path, str] | None = getattr(value.definition, "place", None)
    if place is None:
        return otherwise
    return Type(OBJECT, f"{_key(place[0])}{_AT}{place[1]}", (otherwise,), value.optional)


def is_object(value: Type) -> bool:
    """Whether a type is that of an object whose class another file defines."""
    return value.kind == OBJECT


def class_of(value: Type) -> tuple[Path, str]:
    """File and name of the class of such an object; its item is what it is where that cannot be read."""
    path, _, name = value.name.rpartition(_AT)
    return Path(path), name


def _portable_all(given: Mapping[str, Type]) -> dict[str, Type]:
    return {name: portable(value) for name, value in given.items()}


def _key(path: Path) -> str:
    return str(path.absolute())


def import_statements(text: str) -> Iterator[re.Match[str]]:
    """The import statements of a text, wherever they stand."""
    end, at = 0, text.find("import")
    while at >= 0:
        start = text.rfind("\n", end, at) + 1
        found = IMPORTS.match(text, max(start, end))
        if found is not None:
            yield found
            end = max(found.end(), end + 1)
        else:
            end = at + 1
        at = text.find("import", end)


def imported_words(text: str) -> frozenset[str]:
    """Every word of the import statements of a text: modules, and names that come from them."""
    found: set[str] = set()
    for match in import_statements(text):
        for group in match.groups():
            if group:
                found.update(_WORD.findall(group))
    return frozenset(found)


class Callers:
    """Evidence for the files of one project, on disk as they are when first looked at. ``walk`` walks a file with evidence, and
    gives None for one that cannot be read; ``read`` gives a file's text."""

    def __init__(
        self, root: Path | None, walk: Callable[[Path, Evidence], Walked | None], read: Callable[[str], str | None]
    ) -> None:
        self._walk = walk
        self._index = CallerIndex(read, root)
        self._walked: dict[tuple[str, int], Walked | None] = {}
        self._evidence: dict[tuple[str, int], Evidence] = {}

    def note(self, path: Path, walked: Walked, steps: int = 0) -> None:
        """A file has been walked, without evidence or with that of ``steps``."""
        self._walked.setdefault((_key(path), steps), walked)

    def evidence(self, path: Path, steps: int = _STEPS) -> Evidence:
        """What calls in other files give to the functions of a file. Effect: walks those files, unless they have been."""
        key = (_key(path), steps)
        found = self._evidence.get(key)
        if found is None:
            found = self._evidence[key] = self._find(path, steps)
        return found

    def know_torch(self, path: Path) -> bool:
        """Whether any file of the project of ``path`` imports torch."""
        return self._index.imports_any(path, FAMILIES)

    def _find(self, path: Path, steps: int) -> Evidence:
        base = self._at(path, 0)
        if base is None or not base.open:
            return {}
        here = _key(path)
        sites: dict[str, list[CallSite]] = {}
        for caller in self._candidates(path, base):
            walked = self._at(caller, steps - 1)
            for name in base.open if walked is not None else ():
                sites.setdefault(name, []).extend(walked.calls.get((here, name), ()))  # type: ignore[union-attr]
        for name, overrides in base.overrides.items():
            for place, above in overrides.above:
                walked = self._at(Path(place), steps - 1)
                found = walked.calls.get((place, above), ()) if walked is not None else ()
                sites.setdefault(name, []).extend(as_heir(site, overrides.names) for site in found)
        return {name: tuple(found) for name, found in sites.items() if tell(found, base.open[name])}

    def _at(self, path: Path, steps: int) -> Walked | None:
        """A file's walk with the evidence of its own callers, ``steps`` files far."""
        key = (_key(path), steps)
        if key not in self._walked:
            evidence = self.evidence(path, steps) if steps else {}
            self._walked[key] = self._at(path, 0) if steps and not evidence else self._walk(path, evidence)
        return self._walked[key]

    def _candidates(self, path: Path, base: Walked) -> Iterator[Path]:
        return self._index.candidates(path, base)


class CallerIndex:
    """Finds files of a project that may call what a file defines. ``read`` gives a file's text; ``root`` is the project's folder,
    which is looked for where it is not given."""

    def __init__(self, read: Callable[[str], str | None], root: Path | None = None) -> None:
        self._read = read
        self._projects: dict[Path, Path] = {}
        self._root = root
        # Files go by their paths as text here: they are many, and path objects are slow to make and to compare.
        self._words: dict[Path, dict[str, list[str]]] = {}
        self._code: dict[str, frozenset[str]] = {}

    @property
    def folders(self) -> tuple[Path, ...]:
        """Folders in which callers were looked for."""
        return tuple(self._words)

    def imports_any(self, path: Path, words: Iterable[str]) -> bool:
        """Whether one of the words stands in an import statement of the project of ``path``."""
        known = self._imported(self._root or self._project(path))
        return any(word in known for word in words)

    def candidates(self, path: Path, base: Walked, without: Container[str] = ()) -> Iterator[Path]:
        """Files that may call what is open, by the words of their imports: those that name it, then those that name its file.
        ``without`` are files that need not be named."""
        known = self._imported(self._root or self._project(path))
        names = {name.partition(".")[0] for name in base.open}
        stem = path.parent.name if path.stem == "__init__" else path.stem
        found = {one: 0 for name in names for one in known.get(name, ())}
        for one in known.get(stem, ()):
            found.setdefault(one, 1)
        here = _key(path)
        count = 0
        for _, one in sorted((rank, one) for one, rank in found.items()):
            if count < _MOST_CALLERS and one != here and one not in without and self._says(one, names):
                count += 1
                yield Path(one)

    def prepare(self, path: Path) -> None:
        """Reads the imports of the project of ``path``, which ``candidates`` takes long for at first. Effect: reads the disk."""
        self._imported(self._root or self._project(path))

    def _says(self, path: str, names: Collection[str]) -> bool:
        """Whether a file's code has one of the words."""
        text = self._read(path) or ""
        said = [name for name in names if name in text]
        return bool(said) and not self._words_of(path).isdisjoint(said)

    def _project(self, path: Path) -> Path:
        folder = path.parent
        found = self._projects.get(folder)
        if found is None:
            found = self._projects[folder] = project_folder(path)
        return found

    def _words_of(self, path: str) -> frozenset[str]:
        """Words of a file's code, without what stands in quotes alone; of its import statements, what it calls by other names."""
        found = self._code.get(path)
        if found is None:
            text = self._read(path) or ""
            renamed = (name for one in import_statements(text) for name in _RENAMED.findall(one.group()))
            code = _QUOTED.sub(" ", IMPORTS.sub(" ", text))
            found = self._code[path] = frozenset((*_WORD.findall(code), *renamed))
        return found

    def _imported(self, root: Path) -> dict[str, list[str]]:
        known = self._words.get(root)
        if known is None:
            known = self._words[root] = {}
            for path in map(_key, files_below(root) or ()):
                text = self._read(path)
                for word in imported_words(text) if text is not None else ():
                    known.setdefault(word, []).append(path)
        return known


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
