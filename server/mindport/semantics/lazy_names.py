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
    AnnAssign,
    Assign,
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


def may_make(text: str, name: str) -> bool:
    """Whether a module of this text may make the name: its ``__getattr__`` has it in writing, or a table that it looks up."""
    return f"\ndef {GETTER}(" in text and (f'"{name}"' in text or f"'{name}'" in text)


def made(flow: ModuleNames, getter: ast.stmt, tables: Sequence[ast.stmt], name: str) -> Type:
    """What the module's ``__getattr__`` gives for a name. ``tables``: statements of the module in which the name stands."""
    if type(getter) is not FunctionDef or not getter.args.args:
        return UNKNOWN
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
    """Modules that hold the name by a table: ``{"Net": ".models"}``, ``{"models": ["Net"]}``."""
    for statement in tables:
        value = statement.value if isinstance(statement, (Assign, AnnAssign)) else None
        if type(value) is not Dict:
            continue
        for key, held in zip(value.keys, value.values):
            if type(key) is not Constant or not isinstance(key.value, str):
                continue
            if key.value == name and type(held) is Constant and isinstance(held.value, str):
                yield held.value
            elif isinstance(held, (List, Tuple, Set)) and any(
                type(one) is Constant and one.value == name for one in held.elts
            ):
                yield key.value


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
