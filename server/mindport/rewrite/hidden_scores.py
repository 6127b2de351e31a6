"""Scores that a mask hides: minus infinities put into them, followed from there to where they are read."""

from __future__ import annotations

import ast
import re

from mindport.rewrite import given_back
from mindport.rewrite import held_names as names
from mindport.rewrite.given_back import Reading
from mindport.rewrite.rule import Module

_FILLING = frozenset(
    ["masked_fill", "masked_fill_", "where", "masked_scatter", "fill_", "full", "full_like", "new_full"]
)
_CAUSAL = re.compile(r"triu|tril|causal|subsequent|future", re.IGNORECASE)
_DEEPEST = 5  # variables, one made of the other
_INFINITE = re.compile(r"\b(?:inf|Inf|INF|infinity)\b")


def are_written(module: Module) -> bool:
    """Whether the file writes a minus infinity anywhere."""
    if not _INFINITE.search(module.source.text):
        return False
    file = given_back.reading(module)
    return any(_is_lowest(file, node, 0) for node in module.source.each(ast.Call, ast.UnaryOp))


def are_hidden(module: Module, node: ast.expr, *, whole: bool) -> bool:
    """Whether a mask puts minus infinities into the scores; ``whole``: that may be all of a row, by what stands here."""
    return _are_hidden(given_back.reading(module), node, whole)


def _are_hidden(file: Reading, node: ast.expr, whole: bool, depth: int = _DEEPEST) -> bool:
    if isinstance(node, ast.BinOp):
        added = isinstance(node.op, ast.Add) and any(_is_mask(file, one, whole) for one in (node.left, node.right))
        return added or any(_are_hidden(file, one, whole, depth) for one in (node.left, node.right))
    if isinstance(node, ast.IfExp):
        return any(_are_hidden(file, one, whole, depth) for one in (node.body, node.orelse))
    if isinstance(node, ast.Subscript):
        return _are_hidden(file, node.value, whole, depth)
    if isinstance(node, ast.Name):
        scope = names.scope_of(file.source, node)
        if scope is None or not depth or file.kind_of(node) not in ("tensor", "unknown"):
            return False
        if any(
            _hides(file, one, node.id, whole) for one in ast.walk(scope) if getattr(one, "lineno", 0) <= node.lineno
        ):
            return True
        values, _ = names.values_at(file.source, scope, node.id, node)
        return any(value is not None and _are_hidden(file, value, whole, depth - 1) for value in values)
    if isinstance(node, (ast.List, ast.Tuple)):
        return any(_are_hidden(file, one, whole, depth) for one in node.elts)
    if not isinstance(node, ast.Call):
        return False
    if not whole and _gives_hidden(file, node):
        return True
    if not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr in _FILLING:
        filled = [*node.args, *(k.value for k in node.keywords)]
        subject = node.func.value
        if any(_is_lowest(file, one, 2) for one in filled) and not (whole and _leaves_some(file, filled, subject)):
            return True
    if node.func.attr in ("softmax", "sigmoid", "tanh", "relu"):
        return False
    return any(_are_hidden(file, one, whole, depth) for one in (node.func.value, *node.args[:1]))


def _gives_hidden(file: Reading, call: ast.Call) -> bool:
    """Whether a function or module of the code's own, in this file or another, gives back scores with minus infinities."""
    there, values = given_back.followed(file, call)
    return any(_are_hidden(there, value, False) for value in values)


def _hides(file: Reading, node: ast.AST, name: str, whole: bool) -> bool:
    """Whether a statement hides elements of the variable: ``x.masked_fill_(…)``, ``x[mask] = -inf``, ``x += mask``."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Add) and named(node.target) == name and _is_mask(file, node.value, whole)
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        target = node.targets[0]
        if named(target.value) != name or not _is_lowest(file, node.value, 2):
            return False
        return not (whole and _leaves_some(file, [target.slice], target.value))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "masked_fill_":
        filled = [*node.args, *(k.value for k in node.keywords)]
        if named(node.func.value) != name or not any(_is_lowest(file, one, 2) for one in filled):
            return False
        return not (whole and _leaves_some(file, filled, node.func.value))
    return False


def _leaves_some(file: Reading, mask: list[ast.expr], subject: ast.expr) -> bool:
    """Whether each row keeps a score: a causal mask, a comparison of the scores themselves, fixed places."""
    parts = [one for each in mask for one in ast.walk(each)]
    if any(
        _CAUSAL.search(one.id if isinstance(one, ast.Name) else one.attr)
        for one in parts
        if isinstance(one, (ast.Name, ast.Attribute))
    ):
        return True
    written = ast.unparse(subject)
    called = {named(one) for one in parts} - {""}
    if any(ast.unparse(one) == written for one in parts if isinstance(one, (ast.Name, ast.Attribute))):
        return True
    if not any(isinstance(one, (ast.Name, ast.Attribute, ast.Call)) for one in parts):
        return True
    return any(_is_causal(statement, called) for statement in file.source.each(ast.Assign, ast.Call))


def _is_causal(statement: ast.AST, called: set[str]) -> bool:
    """Whether it makes one of the names of a triangle."""
    if isinstance(statement, ast.Assign):
        made = {named(target) for target in statement.targets} & called
        return bool(made) and _CAUSAL.search(ast.unparse(statement.value)) is not None
    if isinstance(statement, ast.Call) and isinstance(statement.func, ast.Attribute) and len(statement.args) > 1:
        first = statement.args[0]
        if statement.func.attr == "register_buffer" and isinstance(first, ast.Constant) and first.value in called:
            return _CAUSAL.search(ast.unparse(statement.args[1])) is not None
    return False


def _is_mask(file: Reading, node: ast.expr, whole: bool) -> bool:
    name = named(node.value if isinstance(node, ast.Subscript) else node)
    return whole and "mask" in name.lower() and not _leaves_some(file, [node], ast.Constant(None))


def named(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_lowest(file: Reading, node: ast.expr | ast.AST, depth: int) -> bool:
    """``float("-inf")``, ``-math.inf``, or a name for it."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and _is_infinite(node.operand, "inf")
    if isinstance(node, ast.Name) and depth:
        for statement in file.source.each(ast.Assign):
            if any(named(t) == node.id for t in statement.targets):
                if _is_lowest(file, statement.value, depth - 1):
                    return True
        return False
    return _is_infinite(node, "-inf")


def _is_infinite(node: ast.AST, text: str) -> bool:
    if isinstance(node, ast.Call):
        said = node.args[0] if named(node.func) == "float" and node.args else None
        value = said.value if isinstance(said, ast.Constant) else None
        return isinstance(value, str) and value.lower().removesuffix("inity") in (text, "+" + text)
    return text == "inf" and named(node) in ("inf", "Inf", "INF")
