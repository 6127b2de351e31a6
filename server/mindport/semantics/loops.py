"""Loops: what their variables are, and what is done in them with others."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping
from typing import Final

from mindport.semantics.types import Type
from mindport.semantics.usage import MODELS, MODULES
from mindport.syntax.below import nodes_of
from mindport.syntax.comprehensions import COMPREHENSIONS, Comprehension, own_key
from mindport.syntax.nodes import (
    Assign,
    AsyncFor,
    Attribute,
    BinOp,
    Call,
    DictComp,
    Expr,
    For,
    List,
    Name,
    Slice,
    Store,
    Subscript,
    Tuple,
    comprehension,
)

_FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_BATCH: Final = re.compile(r"(\w+_)?(batch|data|sample|inputs)(_\w+)?")
_FILLING: Final = frozenset(["append", "extend", "insert", "update"])


def items(function: _FunctionNode | ast.Module) -> frozenset[str]:
    """Variables of loops and of ``next(…)``, what those and batches are taken apart into, unless it is Modules by its words;
    those of comprehensions by their ``own_key``."""
    found: set[str] = set()
    assigned: list[ast.Assign] = []
    within: list[Comprehension] = []
    for node in nodes_of(function.body):
        if isinstance(node, (For, AsyncFor)) and not MODULES.search(ast.unparse(node.iter)):
            found |= _names(node.target)
        elif type(node) in COMPREHENSIONS:
            within.append(node)  # type: ignore[arg-type]
        elif type(node) is Assign:
            assigned.append(node)
    inner: dict[int, set[str]] = {}  # what the comprehension that one stands in has for items
    for one in within:
        known = found | inner.get(id(one), set())
        own = {name for each in one.generators if _runs_over_items(one, each, known) for name in _names(each.target)}
        if own:
            found |= {own_key(one, name) for name in own}
            for each in nodes_of([one]):
                if type(each) in COMPREHENSIONS:
                    inner.setdefault(id(each), set()).update(own)
    for node in sorted(assigned, key=lambda one: one.lineno):
        value = node.value
        if type(value) is Tuple and type(node.targets[0]) is Tuple:  # ``image, label = batch["image"], batch["label"]``
            for target, part in zip(node.targets[0].elts, value.elts):
                if type(target) is Name and _root(part) in found:
                    found.add(target.id)
            continue
        while type(value) is Subscript:
            value = value.value
        parts = type(node.targets[0]) in (Tuple, List) and is_batch(value)  # ``x, y = batch["train"]``
        if type(value) is Name and value.id in found or parts or _is_next(value):
            found |= _names(*node.targets)
    return frozenset(found)


def _runs_over_items(node: Comprehension, each: ast.comprehension, known: Collection[str]) -> bool:
    """Whether a comprehension runs over a batch, over an item (``images`` of a loop), or over what is kept by the same keys."""
    whose = _whose_items(each.iter)
    if is_batch(whose):
        return True
    text = ast.unparse(each.iter)
    if MODULES.search(text) or MODELS.search(text):
        return False
    if type(whose) is Name and whose.id in known:
        return True
    if type(node) is not DictComp or whose is each.iter or type(each.target) is not Tuple:
        return False
    return type(whose) is Name and type(node.key) is Name and node.key.id == getattr(each.target.elts[0], "id", "")


def _root(node: ast.expr) -> str:
    """``batch`` of ``batch["image"]``."""
    while type(node) is Subscript:
        node = node.value
    return node.id if type(node) is Name else ""


def _whose_items(node: ast.expr) -> ast.expr:
    """``batch`` of ``batch.items()``, of ``batch[:8]``."""
    while type(node) is Subscript and type(node.slice) is Slice:
        node = node.value
    asked = type(node) is Call and type(node.func) is Attribute and node.func.attr in ("items", "values")
    return node.func.value if asked else node  # type: ignore[attr-defined]


def is_batch(node: ast.expr) -> bool:
    """Whether a value is called a batch."""
    return type(node) is Name and is_batch_name(node.id)


def is_batch_name(name: str) -> bool:
    """Whether a variable so called is a batch."""
    return _BATCH.fullmatch(name) is not None


def _is_next(node: ast.expr) -> bool:
    """``next(batches)``, ``batches.next()``"""
    if type(node) is not Call or MODULES.search(ast.unparse(node)):
        return False
    callee = node.func
    if type(callee) is Name:
        return callee.id == "next" and bool(node.args)
    return type(callee) is Attribute and callee.attr in ("next", "__next__") and not node.args


def beside_parameters(function: _FunctionNode) -> frozenset[str]:
    """Variables of loops that run over Parameters and something else together: ``for p, new in zip(net.parameters(), news)``."""
    found: set[str] = set()
    for node in nodes_of(function.body):
        if isinstance(node, (For, comprehension)):
            over = [one for one in ast.walk(node.iter) if type(one) is Call]
            callees = {getattr(one.func, "id", getattr(one.func, "attr", "")) for one in over}
            if callees >= {"zip", "parameters"}:
                found |= _names(node.target)
    return frozenset(found)


def leaves_news(
    node: ast.For | ast.AsyncFor | ast.While, before: Mapping[str, Type], after: Mapping[str, Type]
) -> bool:
    """Whether a turn of a loop makes something else of a variable than it was, for the next turn to know: more than that it adds
    to it (``x.append(…)``, ``x[key] = …``; ``x = x + (…)`` of a tuple)."""
    changed = {name for name, value in before.items() if not (after[name] is value or after[name] == value)}
    if not changed:
        return False
    others = 0
    for one in nodes_of([node]):
        kind = type(one)
        if kind is Name:
            others += one.id in changed  # type: ignore[attr-defined]
        elif kind is Expr or kind is Assign:
            held = _filled(one)  # type: ignore[arg-type]
            if type(held) is Name and held.id in changed:
                others -= 1
            elif kind is Assign:
                grown = _grown(one)  # type: ignore[arg-type]
                if grown in changed and before[grown].kind == "tuple":
                    others -= 2  # as it was, and as it is then
    return bool(others)


def _filled(statement: ast.Expr | ast.Assign) -> ast.expr | None:
    """What a statement adds to, if that is all it does with it."""
    if type(statement) is Assign:
        target = statement.targets[0]
        return target.value if type(target) is Subscript else None
    callee = statement.value.func if type(statement.value) is Call else None
    return callee.value if type(callee) is Attribute and callee.attr in _FILLING else None


def _grown(statement: ast.Assign) -> str:
    """The variable that a statement makes longer by what is written out: ``x = x + (…)``."""
    target, value = statement.targets[0], statement.value
    if type(target) is not Name or type(value) is not BinOp or type(value.right) is not Tuple:
        return ""
    return target.id if type(value.left) is Name and value.left.id == target.id else ""


def _names(*targets: ast.expr) -> set[str]:
    return {n.id for target in targets for n in ast.walk(target) if type(n) is Name and type(n.ctx) is Store}
