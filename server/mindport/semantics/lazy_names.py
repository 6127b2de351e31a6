"""Names that a module makes when they are first asked for: ``def __getattr__(name)`` of the module itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mindport.semantics import imports
from mindport.semantics.definitions import Frame
from mindport.semantics.joining import join_all
from mindport.semantics.knowledge import family
from mindport.semantics.types import STR, UNKNOWN, Type
from mindport.semantics.written import Written
from mindport.syntax.below import nodes_of
from mindport.syntax.nodes import (
    Compare,
    Constant,
    Dict,
    Eq,
    FunctionDef,
    If,
    In,
    List,
    Name,
    Set,
    Tuple,
)

if TYPE_CHECKING:
    from mindport.semantics.module_names import ModuleNames

GETTER: Final = "__getattr__"
_ATTACHED: Final = ".attach(__name__"
"""What makes one of a table: ``lazy_loader.attach(__name__, submod_attrs={"models": ["Net"]})``."""


def may_make(text: str, name: str) -> bool:
    """Whether a module of this text may make the name: its ``__getattr__`` has it in writing, or a table that it looks up."""
    return (f"\ndef {GETTER}(" in text or _ATTACHED in text) and (f'"{name}"' in text or f"'{name}'" in text)


def made(flow: ModuleNames, getter: ast.stmt | None, tables: Sequence[ast.stmt], name: str) -> Type:
    """What the module's ``__getattr__`` gives for a name. ``tables``: statements of the module in which the name stands."""
    if type(getter) is FunctionDef and getter.args.args:
        asked = getter.args.args[0].arg
        body = flow.body_of(getter)
        flow.kept.append(body)
        for node in nodes_of(body):
            if type(node) is If and _asks_for(node.test, asked, name):
                frame = flow.frame = Frame("function", flow.module)
                frame.vars[asked], frame.written = STR, {asked: Written((name,))}
                flow.block(node.body)
                if frame.returns:
                    return join_all(frame.returns)
    for path in _looked_up(tables, name):
        found = _imported(flow, path, name)
        if found is not None:
            return found
    return UNKNOWN


def _asks_for(test: ast.expr, asked: str, name: str) -> bool:
    """``name == "nn"``, ``name in ("nn", "F")``"""
    if type(test) is not Compare or type(test.left) is not Name or test.left.id != asked:
        return False
    other = test.comparators[0]
    several = other.elts if type(test.ops[0]) is In and isinstance(other, (Tuple, List, Set)) else ()
    ones = [other] if type(test.ops[0]) is Eq else several
    return any(type(one) is Constant and one.value == name for one in ones)


def _looked_up(tables: Sequence[ast.stmt], name: str) -> Iterator[str]:
    """Modules that hold the name by a table: ``{"Net": ".models"}``, ``{"Net": (".models", "Net")}``, ``{"models": ["Net"]}``."""
    for table in nodes_of(tables):
        if type(table) is not Dict:
            continue
        for key, held in zip(table.keys, table.values):
            if key is None or not _is_text(key):
                continue
            words = [one.value for one in held.elts if _is_text(one)] if isinstance(held, (List, Tuple, Set)) else []  # type: ignore[attr-defined]
            if key.value == name and _is_text(held):  # type: ignore[attr-defined]
                yield held.value  # type: ignore[attr-defined]
            elif key.value == name and len(words) == _PAIR:  # type: ignore[attr-defined]
                yield ":".join(words)
            elif name in words:
                yield key.value  # type: ignore[attr-defined]


_PAIR: Final = 2


def _is_text(node: ast.expr) -> bool:
    return type(node) is Constant and isinstance(node.value, str)


def _imported(flow: ModuleNames, path: str, name: str) -> Type | None:
    """The name in a module that stands beside this one, or anywhere; or the module itself, where that is called so."""
    module, _, attribute = path.partition(":")
    if family(module):
        return imports.module_named(flow, module)
    if flow.project is None:
        return None
    dots = len(module) - len(module.lstrip("."))
    levels = [dots] if dots else [1, 0]
    for level in levels:
        exports = flow.project.exports(module.lstrip("."), level, flow.source.path)
        if exports is not None:
            return exports.get(attribute or name)
    return None
