"""Renders a row's template for one use: new text around the surviving pieces of the old."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mindport.syntax.source import SourceFile

_PLACEHOLDER = re.compile(r"\{(\w+)(\?|:\w+)?\}")
_OPTIONAL = re.compile(r"(?:,\s*)?(?:\w+=)?\{(\w+)\?\}")
_ATOMS = (
    ast.Name,
    ast.Attribute,
    ast.Call,
    ast.Subscript,
    ast.List,
    ast.Dict,
    ast.Set,
    ast.JoinedStr,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
)


@dataclass(frozen=True)
class Placeholder:
    name: str
    style: str  # "", "tuple", "args"
    bare: bool  # stands alone between commas or brackets: needs no parentheses


def split(template: str, given: Callable[[str], bool]) -> list[str | Placeholder]:
    """Literal pieces and placeholders of ``template``; optional items that are not given vanish with their comma."""

    def optional(match: re.Match[str]) -> str:
        if given(match.group(1)):
            return match.group(0).replace("?}", "}")
        return ""

    template = _OPTIONAL.sub(optional, template)
    template = re.sub(r"\(\s*,\s*", "(", template)
    out: list[str | Placeholder] = []
    cursor = 0
    for match in _PLACEHOLDER.finditer(template):
        if match.start() > cursor:
            out.append(template[cursor : match.start()])
        before = template[: match.start()].rstrip()
        after = template[match.end() :].lstrip()
        bare = (not before or before[-1] in "([{,=" and not before.endswith(("==", "!=", "<=", ">="))) and (
            not after or after[0] in ")]},:"
        )
        out.append(Placeholder(match.group(1), (match.group(2) or "").lstrip(":?"), bare))
        cursor = match.end()
    if cursor < len(template):
        out.append(template[cursor:])
    return out


def is_atom(node: ast.expr) -> bool:
    """Whether ``node`` binds tighter than any operator, so that it needs no parentheses."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, (int, float, complex)) or isinstance(node.value, bool)
    if isinstance(node, ast.Tuple):
        return True  # as an argument a tuple stands in its own parentheses
    return isinstance(node, _ATOMS)


def needs_parentheses(template: str) -> bool:
    """Whether the whole rendered template is an operator expression."""
    source = _PLACEHOLDER.sub(lambda m: f"_{m.group(1)}", template)
    try:
        body = ast.parse(source.strip(), mode="eval").body
        return not is_atom(body) and not isinstance(body, ast.Constant)
    except SyntaxError:
        return False


def in_operator(node: ast.expr, parents: Sequence[ast.AST]) -> bool:
    """Whether the nearest parent binds tighter than an operator expression standing in for ``node`` would."""
    if not parents:
        return False
    parent = parents[0]
    if isinstance(parent, ast.Attribute):
        return True
    if isinstance(parent, ast.Subscript):
        return parent.value is node
    if isinstance(parent, ast.Call):
        return parent.func is node
    return isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Starred, ast.Await))


def bound_tight(source: SourceFile, node: ast.expr) -> bool:
    """Whether an operator or a dot stands beside ``node``, or beside a call that is made with it and may come to nothing but its
    argument (``-Variable((a + b).cuda())``); so does a line that would end within what was in brackets."""
    parent = source.parent(node)
    if not isinstance(parent, (ast.Call, ast.keyword)) and "\n" in source.text_of(node):
        return True
    current: ast.AST = node
    while isinstance(parent, (ast.Call, ast.keyword)) and current is not getattr(parent, "func", None):
        current, parent = parent, source.parent(parent)
    among = isinstance(parent, (ast.IfExp, ast.comprehension))
    return among or (isinstance(current, ast.expr) and parent is not None and in_operator(current, [parent]))


_ITERATOR = re.compile(r"iter\((.*)\)", re.DOTALL)
_TAKES_ANY_ITERABLE = frozenset(
    ["list", "tuple", "set", "frozenset", "dict", "sorted", "enumerate", "sum", "any", "all", "zip"]
)


def iterated(template: str, node: ast.expr, parents: Sequence[ast.AST]) -> str:
    """The template without ``iter(…)`` around it where the iterator would only be gone through at once."""
    found = _ITERATOR.fullmatch(template)
    if found is None or not parents:
        return template
    parent = parents[0]
    if isinstance(parent, (ast.For, ast.comprehension)):
        return found.group(1) if parent.iter is node else template
    taken = isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in _TAKES_ANY_ITERABLE
    return found.group(1) if taken or isinstance(parent, ast.Starred) else template
