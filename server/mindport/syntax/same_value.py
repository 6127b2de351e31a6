"""Statements between two assignments of a variable: what reads it there reads one value."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.syntax.below import BLOCKS, HOLDERS, own_nodes
from mindport.syntax.nodes import Assign, AsyncWith, If, Load, Name, Tuple, With


class StatementNodes:
    """The nodes of statements and the names that these bind, each found once."""

    def __init__(self) -> None:
        self._held: list[ast.stmt] = []  # or another one might get what this one was known by
        self._nodes: dict[int, list[ast.AST]] = {}
        self._bound: dict[int, set[str]] = {}

    def of(self, statement: ast.stmt) -> list[ast.AST]:
        """The nodes of a statement, without those in other scopes."""
        key = id(statement)
        found = self._nodes.get(key)
        if found is None:
            self._held.append(statement)
            found = self._nodes[key] = own_nodes([statement])
        return found

    def binds(self, statement: ast.stmt, name: str) -> bool:
        """Whether a statement binds a variable anywhere in it."""
        key = id(statement)
        found = self._bound.get(key)
        if found is None:
            nodes = self.of(statement)
            found = self._bound[key] = {one.id for one in nodes if type(one) is Name and type(one.ctx) is not Load}
        return name in found


def around(body: Sequence[ast.stmt], name: str, node: ast.AST, known: StatementNodes | None = None) -> list[ast.AST]:
    """The nodes of a function that stand where a variable has the value that ``node``, one of them, reads; without those in other
    scopes. Some may be left out. ``known``: what was found of the function's statements before."""
    return _stretch(body, name, node, known or StatementNodes())[1]


def origin(body: Sequence[ast.stmt], name: str, node: ast.AST, known: StatementNodes | None = None) -> ast.expr | None:
    """The expression whose value ``node`` reads of a variable; None where that cannot be told, or is not an assignment.
    ``known``: what was found of the function's statements before."""
    known = known or StatementNodes()
    before = _stretch(body, name, node, known)[0]
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


def _places(block: Sequence[ast.stmt], node: ast.AST) -> list[int]:
    """Statements in whose lines a node stands: one, or several of a line."""
    line = node.lineno  # type: ignore[attr-defined]
    found: list[int] = []
    for place, one in enumerate(block):
        if line <= (one.end_lineno or line):
            if _first_line(one) > line:
                break
            found.append(place)
    return found


def _holds(statement: ast.stmt, node: ast.AST, known: StatementNodes) -> bool:
    """Whether a node is one of a statement's."""
    return any(one is node for one in known.of(statement))


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def _stretch(
    body: Sequence[ast.stmt], name: str, node: ast.AST, known: StatementNodes
) -> tuple[ast.stmt | None, list[ast.AST]]:
    """The statement before it in its block that assigns the variable, if any, and the nodes of those that read one value."""
    block = body
    before: ast.stmt | None = None
    held: list[ast.AST] = []
    while True:
        at = next((place for place in _places(block, node) if _holds(block[place], node, known)), None)
        if at is None:
            return None, []
        inner = _blocks(block[at])
        if not inner or not known.binds(block[at], name):
            break
        start = at
        while start > 0 and not known.binds(block[start - 1], name):
            start -= 1
        tested = _tested(block[at], name)
        if tested is None:
            before, held = None, []
        else:  # a block that a test decides about begins with the value that the variable has before
            read = [*_between(block, start, at, known), *tested]
            before, held = (block[start - 1], read) if start else (before, [*held, *read])
        block = next((one for one in inner if any(_holds(part, node, known) for part in one)), [])
    first = at
    while first > 0 and not known.binds(block[first - 1], name):
        first -= 1
    last = at
    while not known.binds(block[last], name) and last + 1 < len(block):
        last += 1
        if known.binds(block[last], name) and _blocks(block[last]):
            last -= 1
            break
    if first:
        return block[first - 1], _between(block, first, last + 1, known)
    return before, [*held, *_between(block, 0, last + 1, known)]


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
