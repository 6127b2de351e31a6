"""The names of a file as others that import it see them: a mapping of which nothing is worked out before it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from types import EllipsisType
from typing import TYPE_CHECKING, TypeVar, overload

from mindport.semantics.trace import Trace
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.words import written_out

if TYPE_CHECKING:
    from mindport.semantics.module_names import ModuleNames
    from mindport.syntax.source import SourceFile

T = TypeVar("T")


class Exports(Mapping[str, Type]):
    """The variables of an imported module. Names that are being worked out are unknown. Of a file whose ``__all__`` is written
    out nothing else is kept before more is asked for: packages bring all of hundreds of files, of which most are never used."""

    def __init__(self, path: str, trace: Trace | None, flow: ModuleNames | None = None) -> None:
        self.flow = flow
        self.brought = Brought(self)
        self._path = path
        self._trace = trace
        self._read: Callable[[], ModuleNames] | None = None
        self._listed: frozenset[str] | EllipsisType | None = ...
        self._told_listed = False

    def come_later(self, listed: frozenset[str], read: Callable[[], ModuleNames]) -> None:
        """The file is to be ``read`` when more is asked for than the names that its ``__all__`` has ``listed``."""
        self._listed, self._read = listed, read

    def walked(self) -> ModuleNames:
        """The walk of the file. Effect: may read it."""
        if self.flow is None:
            assert self._read is not None
            self.flow = self._read()
            self.flow.names = self
        return self.flow

    @property
    def listed(self) -> frozenset[str] | None:
        """The names of ``__all__``; None where it is not written out in one piece."""
        if self._listed is ...:
            self._listed = written_out(self.walked().source.text)
        if self._trace is not None and self._listed is not None and not self._told_listed:
            self._told_listed = True
            self._trace.note_listed(self._path, self._listed)
        return self._listed

    def tell(self, kind: str, name: str = "") -> None:
        """Notes that something of the file is told to who runs now; ``kind`` as in ``trace.Fact``."""
        if self._trace is not None:
            self._trace.note((kind, self._path, name))

    @overload
    def get(self, name: str, default: None = None, /) -> Type | None: ...
    @overload
    def get(self, name: str, default: Type, /) -> Type: ...
    @overload
    def get(self, name: str, default: T, /) -> Type | T: ...
    def get(self, name: str, default: object = None, /) -> object:
        """What the name stands for; ``default`` where the module does not have it."""
        self.tell("n", name)
        found = self.walked().beyond(name)
        return default if found is None else found

    def __getitem__(self, name: str) -> Type:
        self.tell("n", name)
        return self.walked().beyond(name) or UNKNOWN

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        self.tell("b", name)
        found = self.walked().binds(name)
        return found or name in self.walked().known

    def __iter__(self) -> Iterator[str]:
        self.tell("a")
        return iter(self.walked().all_names())

    def __len__(self) -> int:
        self.tell("a")
        return len(self.walked().all_names())

    def __bool__(self) -> bool:
        self.tell("t")
        return self.walked().is_filled

    @property
    def source(self) -> SourceFile:
        """The file itself."""
        self.tell("t")
        return self.walked().source

    def binds_itself(self, name: str) -> bool:
        """Whether the module binds the name other than by a star import."""
        self.tell("t")
        return self.walked().binds_itself(name)


class Brought(Mapping[str, Type]):
    """Those of a module's names that a star import of it brings: what its ``__all__`` lists, where that is written out, else all
    that do not begin with an underscore."""

    def __init__(self, exports: Exports) -> None:
        self._exports = exports

    def __getitem__(self, name: str) -> Type:
        return self._exports[name]

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        self._exports.tell("b", name)
        listed = self._exports.listed
        if listed is None:
            return not name.startswith("_") and name in self._exports
        return name in listed and name in self._exports

    def among(self, words: Collection[str]) -> list[str]:
        """Those of the words that are brought, sorted."""
        listed = self._exports.listed
        if listed is None:
            return [word for word in sorted(words) if word in self]
        self._exports.tell("t")
        return sorted(word for word in listed if word in words and word in self._exports)

    def __iter__(self) -> Iterator[str]:
        listed = self._exports.listed
        for name in self._exports:
            if not name.startswith("_") if listed is None else name in listed:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return bool(self._exports)


class OwnNames(Mapping[str, Type]):
    """The variables of the module that a walk is in, as ``sys.modules[__name__]`` has them."""

    def __init__(self, find: Callable[[str], Type | None]) -> None:
        self._find = find

    def __getitem__(self, name: str) -> Type:
        found = self._find(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(())  # which there are is not asked

    def __len__(self) -> int:
        return 0


def among(exports: Mapping[str, Type], words: Collection[str]) -> list[str]:
    """Those of the words that a star import of a module brings, sorted."""
    found = brought(exports)
    return found.among(words) if isinstance(found, Brought) else sorted(word for word in words if word in found)


def brought(exports: Mapping[str, Type]) -> Mapping[str, Type]:
    """What a star import brings of a module."""
    return exports.brought if isinstance(exports, Exports) else exports
