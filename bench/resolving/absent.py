"""Modules that are not installed, for code that imports more than it needs when it runs."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from resolving.synthetic import Anything


class Absent(ModuleType):
    """A module that has every name, each an absent module again; it may be called and be the base of a class."""

    __path__ = ()  # type: ignore[assignment]  # a package, so that modules below it are looked for
    __all__ = ()

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(name)

    def __call__(self, *args: object, **kwargs: object) -> Absent:
        return self

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[type, ...]:
        return (object,)


class _Below(MetaPathFinder, Loader):
    """Finds what is imported below a stand-in: an absent module, too."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        top, _, rest = fullname.partition(".")
        return ModuleSpec(fullname, self) if rest and isinstance(sys.modules.get(top), (Absent, Anything)) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return Absent(spec.name)

    def exec_module(self, module: ModuleType) -> None: ...


def install() -> None:
    """Lets everything be imported that is below a stand-in."""
    sys.meta_path.append(_Below())


def stub(*names: str) -> None:
    """Puts absent modules where one of these cannot be imported."""
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:  # a module that is there may fail in its own way
            module: Any = Absent(name)
            module.__spec__ = ModuleSpec(name, None)
            sys.modules[name] = module
