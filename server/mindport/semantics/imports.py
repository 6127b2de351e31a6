"""What an import statement puts into the variables."""

from __future__ import annotations

import ast
import sys
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics.definitions import Known
from mindport.semantics.exports import brought
from mindport.semantics.knowledge import family
from mindport.semantics.libraries import dispatch as libraries
from mindport.semantics.scope import ImportedName, imported_name, imported_names, local_name
from mindport.semantics.types import UNKNOWN, Type
from mindport.syntax.nodes import Import, ImportFrom

if TYPE_CHECKING:
    from mindport.semantics.flow import Flow

IMPORTED: Final = "imported"
"""``definition`` of a torch API that a from-import binds: its plain name is a use."""
ALIAS: Final = "alias"
"""``definition`` of a torch API that an assignment gave another name: calls by that name are uses."""
NAMED: Final = "named"
"""``definition`` of a torch API that an import binds where an assignment gave it the name: the plain name is a use."""
STAND_IN: Final = "stand-in"
"""The same where an import takes it from torch in one branch, and from a library in another."""
CHOSEN: Final = "chosen"
"""The same where an assignment in one of the branches gives it the name, which then stays."""
HELD: Final = "held"
"""``definition`` of an element type that another file's variable holds (``DTYPE = torch.float32``): it goes by that name."""
LABELS: Final = (IMPORTED, ALIAS, NAMED, STAND_IN, CHOSEN, HELD)
"""All of these: where the name comes from, not what it stands for."""

_PLAIN: Final = frozenset(["numpy", "einops", *sys.stdlib_module_names])
"""What is told by its name alone."""
_KEPT: Final = frozenset(
    [
        "__future__", "_collections_abc", "_thread", "abc", "ast", "builtins", "codecs", "collections", "contextlib", "copy",
        "dataclasses", "einops", "encodings", "enum", "functools", "genericpath", "importlib", "inspect", "io", "itertools",
        "logging", "marshal", "math", "numbers", "numpy", "operator", "os", "pickle", "posix", "posixpath", "random", "re",
        "site", "stat", "struct", "sys", "textwrap", "threading", "time", "traceback", "types", "typing", "warnings",
        "weakref", "zipimport",
    ]
)  # fmt: skip
"""Of these, what no file of a project takes the place of: Python has them before it looks for files, or torch and NumPy could not
be imported without them."""


def bind_import(flow: Flow, node: ast.Import | ast.ImportFrom) -> None:
    """Binds every name of the statement; records the torch APIs that a from-import names."""
    known = flow.hoisted.pop(id(node), None)
    if known is not None:  # nothing but the variables can have changed since
        for local, value in known:
            flow.bind(local, value)
        return
    flow.frame.has_libraries = True
    wanted = flow.frame.wanted
    if wanted is None:
        _bind(flow, node, None)
        return
    before = flow.begin_import(wanted)
    try:
        _bind(flow, node, wanted)
    finally:
        flow.end_import(before)


def _bind(flow: Flow, node: ast.Import | ast.ImportFrom, wanted: frozenset[str] | None) -> None:
    for alias in node.names:
        if wanted is not None and alias.name != "*" and local_name(node, alias) not in wanted:
            continue
        name = imported_name(node, alias)
        if name.star:
            _bind_star(flow, name)
        else:
            flow.bind(name.local, _type(flow, node, name))


def hoist(flow: Flow, node: ast.Import | ast.ImportFrom) -> None:
    """Binds the statement's names before its turn; what they are is remembered until then."""
    flow.frame.has_libraries = True
    names = imported_names(node)
    if any(name.star for name in names):
        bind_import(flow, node)
        return
    found = [(name.local, _type(flow, node, name)) for name in names]
    for local, value in found:
        flow.bind(local, value)
    flow.hoisted[id(node)] = found


def _type(flow: Flow, node: ast.Import | ast.ImportFrom, name: ImportedName) -> Type:
    if isinstance(node, Import):
        return _module_type(flow, name)
    found = _imported_type(flow, node, name)
    if isinstance(found.definition, Known):
        flow.asks_versions = True
    return found


def _module_type(flow: Flow, name: ImportedName) -> Type:
    if family(name.qualified) or name.qualified.partition(".")[0] in _KEPT:
        return Type("namespace", name.qualified)
    exports = _exports(flow, name.module if name.alias.asname else name.qualified, 0)
    if exports is not None:
        return Type("namespace", name.qualified, (), False, exports)
    if name.alias.asname is None and "." in name.module:
        parts = name.module.split(".")
        return _below(flow, parts[0], parts[1:], flow.frame.vars.get(name.local)) or Type("namespace", name.qualified)
    return Type("namespace", name.qualified)


def module_named(flow: Flow, name: str) -> Type:
    """A module that is imported by its whole name, other than by a statement."""
    flow.frame.has_libraries = True
    exports = None if family(name) or name.partition(".")[0] in _KEPT else _exports(flow, name, 0)
    return Type("namespace", name) if exports is None else Type("namespace", name, (), False, exports)


def _below(flow: Flow, module: str, parts: Sequence[str], known: Type | None) -> Type | None:
    """``import tools.draw`` where ``tools`` is a folder without an ``__init__``: it holds what is imported of it. ``known``: what
    an earlier import of the like has bound."""
    exports = _exports(flow, module, 0)
    if exports is not None:
        return Type("namespace", module, (), False, exports)
    if not parts:
        return None
    held = known.definition if known is not None and type(known.definition) is dict else {}
    inner = _below(flow, f"{module}.{parts[0]}", parts[1:], held.get(parts[0]))
    return None if inner is None else Type("namespace", module, (), False, {**held, parts[0]: inner})


def _imported_type(flow: Flow, node: ast.ImportFrom, name: ImportedName) -> Type:
    if node.level == 0 and family(name.qualified):
        found = flow.knowledge.type_of_name(name.qualified)
        if found.kind != "namespace":
            _record_import(flow, name)
            return found.named(flow.knowledge.canonical(name.qualified)).defined_by(IMPORTED)
        return found
    top = name.qualified.partition(".")[0]
    if node.level == 0 and top in _KEPT:
        return Type("namespace", name.qualified)
    module, leaf = node.module or "", name.alias.name
    exports = _exports(flow, module, node.level)
    if exports is None and node.level == 0 and top in _PLAIN:
        return Type("namespace", name.qualified)
    if exports is not None and binds_itself(exports, leaf):
        return exported(exports[leaf])
    inner = _exports(flow, f"{module}.{leaf}" if module else leaf, node.level)
    if inner is not None:
        return Type("namespace", name.qualified, (), False, inner)
    if exports is not None and leaf in exports:
        return exported(exports[leaf])  # by a star import of the module, which may have to look far
    if exports is not None and (node.level or top not in _PLAIN):
        return UNKNOWN
    return Type("namespace", name.qualified) if node.level == 0 else UNKNOWN


def exported(found: Type) -> Type:
    """What a file's variable stands for where another one imports it."""
    if found.kind == "dtype" and found.definition is None and family(found.name):
        return found.defined_by(HELD)
    return found.defined_by(NAMED) if found.definition == ALIAS else found


def binds_itself(exports: Mapping[str, Type], name: str) -> bool:
    """Whether a module binds the name other than by a star import."""
    asked: Callable[[str], bool] | None = getattr(exports, "binds_itself", None)
    return name in exports if asked is None else asked(name)


def is_plain(name: str) -> bool:
    """Whether a module belongs to what is told by its name, where the file so called does not say otherwise."""
    return name.partition(".")[0] in _PLAIN


def is_torchs(value: Type) -> bool:
    """Whether a variable holds what an import has taken from torch."""
    if any(part.startswith("_") for part in value.name.split(".")[:-1]):
        return False  # of modules that torch keeps to itself nothing is known
    return value.definition is IMPORTED or value.kind == "namespace" and family(value.name)


def _record_import(flow: Flow, name: ImportedName) -> None:
    # The alias node has no expression; a Name in its place carries the position of the imported name.
    start = name.alias.col_offset
    width = len(name.alias.name.encode())
    stand_in = flow.stand_in(name.alias, start, start + width)
    role, flow.role = flow.role, "import"
    flow.record(flow.knowledge.canonical(name.qualified), stand_in, "imported", why=(f"import|{name.qualified}",))
    flow.role = role


def _exports(flow: Flow, module: str, level: int) -> Mapping[str, Type] | None:
    if flow.project is None:
        return None
    found = flow.project.exports(module, level, flow.source.path)
    if found is None and level == 0:
        for folder in flow.source.added_paths:
            found = flow.project.exports(f"{folder}.{module}", 0, flow.source.path)
            if found is not None:
                break
    return found


_TYPING: Final = frozenset(["typing", "typing_extensions"])


def _of_torch(flow: Flow, found: Type) -> Type:
    """What a name stands for that a library hands on: torch's own, if it is one of torch's."""
    if not family(found.name):
        return found
    known = flow.knowledge.type_of_name(found.name)
    return (
        known if known.kind == "namespace" else known.named(flow.knowledge.canonical(found.name)).defined_by(IMPORTED)
    )


def _bind_star(flow: Flow, name: ImportedName) -> None:
    statement = name.statement
    assert type(statement) is ImportFrom
    if statement.level == 0 and family(statement.module or ""):
        names, wanted = flow.knowledge.star_names(statement.module or ""), flow.frame.wanted
        for leaf in names if wanted is None else wanted:
            if leaf not in names:
                continue
            qualified = flow.knowledge.brought(statement.module or "", leaf)
            found = flow.knowledge.type_of_name(qualified)
            if found.kind != "namespace":
                found = found.named(flow.knowledge.canonical(qualified)).defined_by(IMPORTED)
            flow.bind(leaf, found)
        return
    if statement.level == 0 and statement.module in _TYPING:
        wanted = flow.frame.wanted
        for leaf in typing.__all__ if wanted is None else sorted(wanted.intersection(typing.__all__)):
            flow.bind(leaf, Type("namespace", f"{statement.module}.{leaf}"))
        return
    exports = _exports(flow, statement.module or "", statement.level)
    if exports is not None:
        exports = brought(exports)
    else:
        exports = libraries.brought(statement.module or "") if statement.level == 0 else None
        if exports is None:
            return
        exports = {leaf: _of_torch(flow, one) for leaf, one in exports.items()}
    if flow.frame.wanted is not None:
        for leaf in flow.frame.wanted:
            if leaf in exports:
                flow.bind(leaf, exported(exports[leaf]))
    elif not any(one is exports for one in flow.stars):
        flow.stars.append(exports)
