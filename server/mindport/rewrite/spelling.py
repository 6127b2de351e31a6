"""How MindSpore names are written in one file, and the imports that this takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Import:
    """One import line; ``rank`` is its place in the block that the community writes."""

    rank: int
    module: str | None  # from MODULE import NAME; None: import NAME as ALIAS
    name: str
    alias: str | None = None

    @property
    def bound(self) -> str:
        return self.alias or self.name


_SHORT: tuple[tuple[str, Import], ...] = (
    ("mindspore.nn", Import(2, "mindspore", "nn")),
    ("mindspore.ops", Import(2, "mindspore", "ops")),
    ("mindspore.mint", Import(2, "mindspore", "mint")),
    ("mindspore.Tensor", Import(2, "mindspore", "Tensor")),
    ("mindspore.Parameter", Import(2, "mindspore", "Parameter")),
    ("mindspore.dataset", Import(1, None, "mindspore.dataset", "ds")),
    ("mindspore.experimental.optim", Import(3, "mindspore.experimental", "optim")),
    (
        "mindspore.common._grad_function._Function",
        Import(5, "mindspore.common._grad_function", "_Function"),
    ),
    ("mindspore.common.initializer", Import(4, "mindspore.common", "initializer")),
)
_ROOT = Import(0, None, "mindspore", "ms")
_SUBMODULES = ("mindspore.experimental", "mindspore.common.initializer", "mindspore.dataset")
_DOTTED = re.compile(r"\bmindspore(?:\.[A-Za-z_]\w*)+")
HELPERS_MODULE = "mindport_helpers"


class Spelling:
    """Shortens dotted MindSpore names to what the file's import block binds; remembers what was used.

    ``free(name)`` says whether the file may bind ``name`` to a MindSpore module.
    """

    def __init__(self, free: Callable[[str], bool], existing: dict[str, str] | None = None, package: str = "") -> None:
        self._free = free
        self._existing = existing or {}  # qualified MindSpore name → local name already imported
        self._package = package  # prefix of the helpers module, "." inside a package
        self.imports: set[Import] = set()
        self.helpers: set[str] = set()
        self._instead: set[str] = set()

    def name(self, dotted: str) -> str:
        """The local spelling of ``mindspore.…``, or of a member of a helper class, ``mindport_helpers.…``."""
        parts = dotted.split(".")
        if parts[0] == HELPERS_MODULE:
            return ".".join([self.helper(parts[1]), *parts[2:]])
        for cut in range(len(parts), 0, -1):
            local = self._existing.get(".".join(parts[:cut]))
            if local:
                return ".".join([local, *parts[cut:]])
        for prefix, short in _SHORT:
            if (dotted == prefix or dotted.startswith(prefix + ".")) and self._free(short.bound):
                self.imports.add(short)
                return short.bound + dotted[len(prefix) :]
        root = _ROOT if self._free("ms") else Import(0, None, "mindspore")
        self.imports.add(root)
        for module in _SUBMODULES:
            if dotted.startswith(module + "."):
                self.imports.add(Import(1, None, module))
                return dotted if not self._free("ms") else self._root_submodule(dotted, module)
        return root.bound + dotted[len("mindspore") :]

    def _root_submodule(self, dotted: str, module: str) -> str:
        # ``import mindspore.dataset`` binds ``mindspore``, which ``ms`` also names.
        return "ms" + dotted[len("mindspore") :]

    def helper(self, name: str, instead: bool = False) -> str:
        """The local spelling of a helper of the generated module: another name where the file binds this one itself.

        ``instead``: the helper takes the place of what the file binds the name to.
        """
        self.helpers.add(name)
        if instead:
            self._instead.add(name)
        return self._helper(name)

    def free(self, names: Iterable[str]) -> None:
        """Helpers may have these names: what the file binds to them is needed no more."""
        self._instead |= set(names)

    def _helper(self, name: str) -> str:
        # ``norm = torch.norm(x)`` in a function would make ``norm`` a local name that is read before it is bound.
        return name if self._free(name) or name in self._instead else f"torch_{name}"

    def text(self, source: str) -> str:
        """``source`` with every dotted MindSpore name shortened."""
        return _DOTTED.sub(lambda m: self.name(m.group(0)), source)

    @property
    def bound(self) -> frozenset[str]:
        """Names that the import block binds."""
        return frozenset([i.bound for i in self.imports] + [self._helper(name) for name in self.helpers])

    def used_in(self, text: str) -> Spelling:
        """The part of it that ``text`` makes use of."""
        words = frozenset(re.findall(r"\w+", text))
        part = Spelling(self._free, self._existing, self._package)
        part.imports = {i for i in self.imports if words.issuperset(i.bound.split(".")[-1:])}
        part.helpers = {name for name in self.helpers if self._helper(name) in words}
        part._instead = set(self._instead)
        return part

    def add(self, other: Spelling) -> None:
        """Takes what ``other``, of the same file, has spelled."""
        self.imports |= other.imports
        self.helpers |= other.helpers
        self._instead |= other._instead

    def forget(self, names: frozenset[str]) -> None:
        """Leaves names out of the import block, for what needed them is not there any more."""
        self.imports = {i for i in self.imports if i.bound not in names}
        self.helpers = {name for name in self.helpers if self._helper(name) not in names}

    def lines(self, package: str = "") -> list[str]:
        """The import block."""
        out: list[str] = []
        plain = sorted(i for i in self.imports if i.module is None)
        out += [f"import {i.name}" + (f" as {i.alias}" if i.alias else "") for i in plain]
        modules = sorted({(i.rank, i.module) for i in self.imports if i.module})
        for _, module in modules:
            names = sorted({i.name for i in self.imports if i.module == module}, key=_import_order)
            out.append(f"from {module} import {', '.join(names)}")
        if self.helpers:
            named = ((helper, self._helper(helper)) for helper in sorted(self.helpers))
            names = [helper if helper == local else f"{helper} as {local}" for helper, local in named]
            out.append(f"from {package}{HELPERS_MODULE} import {', '.join(names)}")
        return out


def _import_order(name: str) -> tuple[bool, str]:
    return (not name.islower(), name.lower())
