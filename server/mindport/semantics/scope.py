"""Names that a file binds: what its imports bring, and every other binding, wherever it stands."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mindport.semantics.torch_names import torch_names
from mindport.syntax.nodes import (
    AsyncFunctionDef,
    ClassDef,
    Constant,
    ExceptHandler,
    FunctionDef,
    Import,
    ImportFrom,
    MatchAs,
    MatchMapping,
    MatchStar,
    Name,
    Store,
    alias,
    arg,
)

ImportNode = ast.Import | ast.ImportFrom


class ImportedName:
    """One name of an import statement. ``local`` is bound to ``qualified``; ``star`` stands for all names of it.

    ``import a.b`` binds ``a`` (``local`` and ``qualified`` are then ``a``, ``module`` is ``a.b``).
    """

    # Written out, as ``Type`` is: a dataclass is made by Python code that nothing compiles.
    __slots__ = ("alias", "local", "module", "qualified", "star", "statement")

    def __init__(
        self, local: str, qualified: str, module: str, alias: ast.alias, statement: ImportNode, star: bool = False
    ) -> None:
        self.local = local
        self.qualified = qualified
        self.module = module
        self.alias = alias
        self.statement = statement
        self.star = star


@dataclass(frozen=True)
class Bindings:
    """``imports``: import statements in order, each with what it binds. ``bindings``: local name → qualified names, empty
    for a name that is bound otherwise (assignment, parameter, definition …); a name may be both."""

    imports: tuple[tuple[ImportNode, tuple[ImportedName, ...]], ...] = ()
    bindings: Mapping[str, frozenset[str]] = field(default_factory=dict)
    bound_elsewhere: frozenset[str] = frozenset()  # names bound by anything but an import
    used: frozenset[str] = frozenset()  # plain names read anywhere

    def names(self) -> Iterator[ImportedName]:
        for _, names in self.imports:
            yield from names

    def qualified(self, name: str) -> frozenset[str]:
        """What imports bind ``name`` to."""
        return self.bindings.get(name, frozenset())

    def is_bound_elsewhere(self, name: str) -> bool:
        """Whether anything but an import binds ``name``, in any scope of the file."""
        return name in self.bound_elsewhere

    def is_free(self, name: str) -> bool:
        """Whether the file neither binds nor reads ``name``."""
        return name not in self.bindings and name not in self.bound_elsewhere and name not in self.used


def imported_names(statement: ImportNode) -> tuple[ImportedName, ...]:
    """What one import statement binds."""
    return tuple([imported_name(statement, alias) for alias in statement.names])


def imported_name(statement: ImportNode, alias: ast.alias) -> ImportedName:
    """What one name of an import statement binds."""
    if isinstance(statement, Import):
        if alias.asname:
            return ImportedName(alias.asname, alias.name, alias.name, alias, statement)
        root = local_name(statement, alias)
        return ImportedName(root, root, alias.name, alias, statement)
    module = "." * statement.level + (statement.module or "")
    if alias.name == "*":
        return ImportedName("*", module, module, alias, statement, True)
    dot = "" if module.endswith(".") or not module else "."
    return ImportedName(alias.asname or alias.name, f"{module}{dot}{alias.name}", module, alias, statement)


def local_name(statement: ImportNode, alias: ast.alias) -> str:
    """The name that the file has for what it imports; ``*`` where that is all of a module."""
    if alias.asname:
        return alias.asname
    return alias.name.partition(".")[0] if type(statement) is Import else alias.name


def star_names(module: str) -> list[str]:
    """Public names that ``from <torch module> import *`` brings."""
    prefix = module + "."
    cut = len(prefix)
    return [name[cut:] for name in torch_names().names if name.startswith(prefix) and "." not in name[cut:]]


def collect(tree: ast.AST) -> Bindings:
    """All bindings of a file, in one pass over its tree."""
    imports: list[tuple[ImportNode, tuple[ImportedName, ...]]] = []
    bindings: dict[str, set[str]] = {}
    elsewhere: set[str] = set()
    used: set[str] = set()
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is Name:
            (elsewhere if type(node.ctx) is Store else used).add(node.id)  # type: ignore[attr-defined]
            continue
        if kind is Constant:
            continue
        if isinstance(node, (Import, ImportFrom)):
            names = imported_names(node)
            imports.append((node, names))
            for name in names:
                if not name.star:
                    bindings.setdefault(name.local, set()).add(name.qualified)
            continue
        bound = bound_name(node)
        if bound:
            elsewhere.add(bound)
        for child_field in node._fields:
            value = getattr(node, child_field, None)
            if isinstance(value, list):
                stack.extend(item for item in value if isinstance(item, ast.AST))
            elif isinstance(value, ast.AST):
                stack.append(value)
    imports.sort(key=lambda pair: (pair[0].lineno, pair[0].col_offset))
    frozen = {name: frozenset(found) for name, found in bindings.items()}
    return Bindings(tuple(imports), frozen, frozenset(elsewhere), frozenset(used))


def bound_name(node: ast.AST) -> str | None:
    """The name that a node binds in the scope that it stands in; an import's parts and targets bind each their own."""
    if type(node) is Name:
        return node.id if type(node.ctx) is Store else None
    if type(node) is alias:
        return node.asname or node.name.partition(".")[0]
    if isinstance(node, (FunctionDef, AsyncFunctionDef, ClassDef)):
        return node.name
    if type(node) is arg:
        return node.arg
    if isinstance(node, (ExceptHandler, MatchAs, MatchStar)):
        return node.name
    if type(node) is MatchMapping:
        return node.rest
    return None
