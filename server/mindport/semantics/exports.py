"""The names of a file as others that import it see them: a mapping of which nothing is worked out before it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar, overload

from mindport.semantics.types import UNKNOWN, Type

if TYPE_CHECKING:
    from mindport.semantics.module_names import ModuleNames

T = TypeVar("T")


class Exports(Mapping[str, Type]):
    """The variables of an imported module. Names that are being worked out are unknown."""

    def __init__(self, flow: ModuleNames) -> None:
        self._flow = flow
        self.brought = Brought(self, flow)

    @overload
    def get(self, name: str, default: None = None, /) -> Type | None: ...
    @overload
    def get(self, name: str, default: Type, /) -> Type: ...
    @overload
    def get(self, name: str, default: T, /) -> Type | T: ...
    def get(self, name: str, default: object = None, /) -> object:
        """What the name stands for; ``default`` where the module does not have it."""
        self._flow.tell("n", name)
        found = self._flow.beyond(name)
        return default if found is None else found

    def __getitem__(self, name: str) -> Type:
        self._flow.tell("n", name)
        return self._flow.beyond(name) or UNKNOWN

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        self._flow.tell("b", name)
        found = self._flow.binds(name)
        return found or name in self._flow.known

    def __iter__(self) -> Iterator[str]:
        self._flow.tell("a")
        return iter(self._flow.all_names())

    def __len__(self) -> int:
        self._flow.tell("a")
        return len(self._flow.all_names())

    def __bool__(self) -> bool:
        self._flow.tell("t")
        return self._flow.is_filled

    def binds_itself(self, name: str) -> bool:
        """Whether the module binds the name other than by a star import."""
        self._flow.tell("t")
        return self._flow.binds_itself(name)


class Brought(Mapping[str, Type]):
    """Those of a module's names that a star import of it brings: what its ``__all__`` lists, where that is written out, else all
    that do not begin with an underscore."""

    def __init__(self, exports: Exports, flow: ModuleNames) -> None:
        self._exports, self._flow = exports, flow

    def __getitem__(self, name: str) -> Type:
        return self._exports[name]

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        self._flow.tell("b", name)
        listed = self._flow.listed
        if listed is None:
            return not name.startswith("_") and name in self._exports
        return name in listed and name in self._exports

    def among(self, words: Collection[str]) -> list[str]:
        """Those of the words that are brought, sorted."""
        listed = self._flow.listed
        if listed is None:
            return [word for word in sorted(words) if word in self]
        self._flow.tell("t")
        return sorted(word for word in listed if word in words and word in self._exports)

    def __iter__(self) -> Iterator[str]:
        listed = self._flow.listed
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
