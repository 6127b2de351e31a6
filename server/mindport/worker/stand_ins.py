"""Stand-ins for packages that are not installed, so that a file whose model does not need them can be imported.

Put only after an import of the whole file failed: a file that guards an import with ``try`` sees the package as missing.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

_NEVER = frozenset({"", "torch", "mindspore", "numpy", "mindport_helpers"})


class StandIn:
    """Takes the place of anything in a missing package: can be inherited from or named, not used."""

    name = "?"

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(f"{cls.name} is needed, but its package is not installed")


class _Module(ModuleType):
    __path__: list[str] = []  # noqa: RUF012 - what makes it a package

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        value = type(name, (StandIn,), {"name": f"{self.__name__}.{name}"})
        setattr(self, name, value)
        return value


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self) -> None:
        self.packages: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] not in self.packages:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing to run."""


_FINDER = _Finder()


def allowed(package: str, root: Path) -> bool:
    """Whether a missing package may be stood in for: not a framework, not the project's own, not standard."""
    own = (root / package).exists() or (root / f"{package}.py").exists()
    return package not in _NEVER and package not in sys.stdlib_module_names and not own


def put(package: str) -> None:
    """Stand in for a package from now on. Effect: adds to ``sys.meta_path``."""
    if _FINDER not in sys.meta_path:
        sys.meta_path.append(_FINDER)
    _FINDER.packages.add(package)
