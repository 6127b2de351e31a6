"""Statements between two assignments of a variable: what reads it there reads one value."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Sequence

from mindport.syntax.below import BLOCKS, HOLDERS, own_nodes
from mindport.syntax.nodes import Assign, AsyncWith, If, Load, Name, Tuple, With

_MANY = 40  # nodes, from which on a set of them is quicker than looking at each


class _Block:
    """Of a block's statements: where each ends, and by variable the places of those that bind it."""

    def __init__(self, block: Sequence[ast.stmt], known: StatementNodes) -> None:
        self.ends = [one.end_lineno or one.lineno for one in block]
        self._binding: dict[str, list[int]] = {}
        for place, one in enumerate(block):
            for name in known.bound_by(one):
                self._binding.setdefault(name, []).append(place)

    def after_last(self, name: str, place: int) -> int:
        """The place behind the last statement before ``place`` that binds a variable; 0 where none does."""
        places = self._binding.get(name, ())
        at = bisect_left(places, place)
        return places[at - 1] + 1 if at else 0

    def next(self, name: str, place: int) -> int | None:
        """The first place from ``place`` on whose statement binds a variable."""
        places = self._binding.get(name, ())
        at = bisect_left(places, place)
        return places[at] if at < len(places) else None


class StatementNodes:
    """The nodes of statements and the names that these bind, each found once."""

    def __init__(self) -> None:
        self._held: list[ast.stmt] = []  # or another one might get what this one was known by
        self._nodes: dict[int, list[ast.AST]] = {}
        self._bound: dict[int, set[str]] = {}
        self._blocks: dict[tuple[int, int, int], _Block] = {}
        self._within: dict[int, frozenset[int]] = {}

    def block(self, block: Sequence[ast.stmt]) -> _Block:
        key = id(block[0]), len(block), block[-1].end_lineno or 0  # lines move when a text is edited
        found = self._blocks.get(key)
        if found is None:
            found = self._blocks[key] = _Block(block, self)
        return found

    def of(self, statement: ast.stmt) -> list[ast.AST]:
        """The nodes of a statement, without those in other scopes."""
        key = id(statement)
        found = self._nodes.get(key)
        if found is None:
            self._held.append(statement)
            found = self._nodes[key] = own_nodes([statement])
        return found

    def holds(self, statement: ast.stmt, node: ast.AST) -> bool:
        """Whether a node is one of a statement's."""
        nodes = self.of(statement)
        if len(nodes) < _MANY:
            return any(one is node for one in nodes)
        found = self._within.get(id(statement))
        if found is None:
            found = self._within[id(statement)] = frozenset(map(id, nodes))
        return id(node) in found

    def binds(self, statement: ast.stmt, name: str) -> bool:
        """Whether a statement binds a variable anywhere in it."""
        return name in self.bound_by(statement)

    def bound_by(self, statement: ast.stmt) -> set[str]:
        """The variables that a statement binds anywhere in it."""
        key = id(statement)
        found = self._bound.get(key)
        if found is None:
            nodes = self.of(statement)
            found = self._bound[key] = {one.id for one in nodes if type(one) is Name and type(one.ctx) is not Load}
        return found


def around(body: Sequence[ast.stmt], name: str, node: ast.AST, known: StatementNodes | None = None) -> list[ast.AST]:
    """The nodes of a function that stand where a variable has the value that ``node``, one of them, reads; without those in other
    scopes. Some may be left out. ``known``: what was found of the function's statements before."""
    return _stretch(body, name, node, known or StatementNodes(), True)[1]


def origin(body: Sequence[ast.stmt], name: str, node: ast.AST, known: StatementNodes | None = None) -> ast.expr | None:
    """The expression whose value ``node`` reads of a variable; None where that cannot be told, or is not an assignment.
    ``known``: what was found of the function's statements before."""
    known = known or StatementNodes()
    before = _stretch(body, name, node, known, False)[0]
    while isinstance(before, (With, AsyncWith)):  # what it runs is run once
        before = next((one for one in reversed(before.body) if known.binds(one, name)), None)
    if type(before) is not Assign:
        return None
    if len(before.targets) > 1:
        return before.value if any(type(one) is Name and one.id == name for one in before.targets) else None
    target, value = before.targets[0], before.value
    if type(target) is Name:
        return value
    if type(target) is not Tuple or type(value) is not Tuple or len(target.elts) != len(value.elts):
        return None
    return next((its for one, its in zip(target.elts, value.elts) if type(one) is Name and one.id == name), None)


def _between(block: Sequence[ast.stmt], start: int, end: int, known: StatementNodes) -> list[ast.AST]:
    """The nodes of the statements from ``start`` to before ``end``."""
    return [one for place in range(start, end) for one in known.of(block[place])]


def _places(block: Sequence[ast.stmt], node: ast.AST, known: StatementNodes) -> list[int]:
    """Statements in whose lines a node stands: one, or several of a line."""
    line: int = node.lineno  # type: ignore[attr-defined]
    found: list[int] = []
    if not block:
        return found
    for place in range(bisect_left(known.block(block).ends, line), len(block)):
        if _first_line(block[place]) > line:
            break
        found.append(place)
    return found


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def _stretch(
    body: Sequence[ast.stmt], name: str, node: ast.AST, known: StatementNodes, wanted: bool
) -> tuple[ast.stmt | None, list[ast.AST]]:
    """The statement before it in its block that assigns the variable, if any, and, where they are ``wanted``, the nodes of those
    that read one value."""
    block = body
    before: ast.stmt | None = None
    held: list[ast.AST] = []
    while True:
        at = next((place for place in _places(block, node, known) if known.holds(block[place], node)), None)
        if at is None:
            return None, []
        inner = _blocks(block[at])
        if not inner or not known.binds(block[at], name):
            break
        start = known.block(block).after_last(name, at)
        tested = _tested(block[at], name)
        if tested is None:
            before, held = None, []
        else:  # a block that a test decides about begins with the value that the variable has before
            read = [*_between(block, start, at, known), *tested] if wanted else []
            before, held = (block[start - 1], read) if start else (before, [*held, *read])
        block = next((one for one in inner if any(known.holds(one[at], node) for at in _places(one, node, known))), [])
    places = known.block(block)
    first = places.after_last(name, at)
    nodes: list[ast.AST] = []
    if wanted:
        last = places.next(name, at)
        if last is None:
            end = len(block)
        else:
            end = last if last > at and _blocks(block[last]) else last + 1
        nodes = _between(block, first, end, known)
    if first:
        return block[first - 1], nodes
    return before, [*held, *nodes]


def _tested(statement: ast.stmt, name: str) -> list[ast.AST] | None:
    """The nodes of the test that decides whether a block is run; None for another statement, or where the test sets the
    variable."""
    if type(statement) is not If:
        return None
    found = list(own_nodes([statement.test]))
    return None if _stores(found, name) else found


def _blocks(statement: ast.stmt) -> list[Sequence[ast.stmt]]:
    found: list[Sequence[ast.stmt]] = []
    for name in BLOCKS[type(statement)]:
        held = getattr(statement, name)
        found += [held] if name not in HOLDERS else [part.body for part in held]
    return found


def _stores(nodes: Sequence[ast.AST], name: str) -> bool:
    return any(type(one) is Name and one.id == name and type(one.ctx) is not Load for one in nodes)
