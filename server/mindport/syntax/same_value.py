"""Statements between two assignments of a variable: what reads it there reads one value."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.syntax.below import BLOCKS, HOLDERS, own_nodes
from mindport.syntax.nodes import Assign, AsyncWith, If, Load, Name, Tuple, With


def around(body: Sequence[ast.stmt], name: str, node: ast.AST) -> list[ast.AST]:
    """The nodes of a function that stand where a variable has the value that ``node``, one of them, reads; without those in other
    scopes. Some may be left out."""
    return _stretch(body, name, node)[1]


def origin(body: Sequence[ast.stmt], name: str, node: ast.AST) -> ast.expr | None:
    """The expression whose value ``node`` reads of a variable; None where that cannot be told, or is not an assignment."""
    before = _stretch(body, name, node)[0]
    while isinstance(before, (With, AsyncWith)):  # what it runs is run once
        before = next((one for one in reversed(before.body) if _stores(own_nodes([one]), name)), None)
    if type(before) is not Assign or len(before.targets) != 1:
        return None
    target, value = before.targets[0], before.value
    if type(target) is Name:
        return value
    if type(target) is not Tuple or type(value) is not Tuple or len(target.elts) != len(value.elts):
        return None
    return next((its for one, its in zip(target.elts, value.elts) if type(one) is Name and one.id == name), None)


class _Nodes:
    """The nodes of each statement of a block, found when they are asked for: most are far from what is looked at."""

    def __init__(self, block: Sequence[ast.stmt]) -> None:
        self._block = block
        self._found: dict[int, Sequence[ast.AST]] = {}

    def __getitem__(self, place: int) -> Sequence[ast.AST]:
        found = self._found.get(place)
        if found is None:
            found = self._found[place] = own_nodes([self._block[place]])
        return found

    def between(self, start: int, end: int) -> list[ast.AST]:
        """The nodes of the statements from ``start`` to before ``end``."""
        return [one for place in range(start, end) for one in self[place]]

    def at(self, node: ast.AST) -> list[int]:
        """Statements in whose lines a node stands: one, or several of a line."""
        line = node.lineno  # type: ignore[attr-defined]
        found: list[int] = []
        for place, one in enumerate(self._block):
            if line <= (one.end_lineno or line):
                if _first_line(one) > line:
                    break
                found.append(place)
        return found


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def _stretch(body: Sequence[ast.stmt], name: str, node: ast.AST) -> tuple[ast.stmt | None, list[ast.AST]]:
    """The statement before it in its block that assigns the variable, if any, and the nodes of those that read one value."""
    block = body
    before: ast.stmt | None = None
    held: list[ast.AST] = []
    while True:
        nodes = _Nodes(block)
        at = next((place for place in nodes.at(node) if any(one is node for one in nodes[place])), None)
        if at is None:
            return None, []
        inner = _blocks(block[at])
        if not inner or not _stores(nodes[at], name):
            break
        start = at
        while start > 0 and not _stores(nodes[start - 1], name):
            start -= 1
        tested = _tested(block[at], name)
        if tested is None:
            before, held = None, []
        else:  # a block that a test decides about begins with the value that the variable has before
            read = [*nodes.between(start, at), *tested]
            before, held = (block[start - 1], read) if start else (before, [*held, *read])
        block = next((one for one in inner if any(part is node for part in own_nodes(one))), [])
    first = at
    while first > 0 and not _stores(nodes[first - 1], name):
        first -= 1
    last = at
    while not _stores(nodes[last], name) and last + 1 < len(block):
        last += 1
        if _stores(nodes[last], name) and _blocks(block[last]):
            last -= 1
            break
    if first:
        return block[first - 1], nodes.between(first, last + 1)
    return before, [*held, *nodes.between(0, last + 1)]


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
