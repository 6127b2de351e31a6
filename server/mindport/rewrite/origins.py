"""Where a value of a function comes from, as far as its text tells: through names, slices, arithmetic and reshaping."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from mindport.rewrite.held_names import names_in
from mindport.rewrite.rule import Module
from mindport.syntax.source import SourceFile

# fmt: off
_KEEPING = frozenset([
    "clone", "contiguous", "detach", "expand", "expand_as", "flatten", "flip", "index_select", "narrow", "permute",
    "repeat", "reshape", "roll", "squeeze", "swapaxes", "t", "transpose", "unbind", "unflatten", "unsqueeze", "view",
    "view_as", "chunk", "split", "select", "to_contiguous", "repeat_interleave",
])
# fmt: on
_REARRANGING = frozenset(["repeat", "rearrange"])  # of einops
_DEPTH = 12


@dataclass(frozen=True)
class Origin:
    """``made``: whether a call makes such a value, by its torch API; ``mixed``: whether an operation on one such value and
    something else gives one again; ``kept``: further methods and functions that give one of one."""

    module: Module
    made: Callable[[str, ast.Call], bool]
    mixed: Callable[[ast.BinOp, bool, bool], bool]
    kept: frozenset[str] = frozenset()

    def of(self, node: ast.expr, depth: int = 0) -> bool:
        """Whether the expression surely is such a value."""
        if depth > _DEPTH:
            return False
        if isinstance(node, ast.Subscript):
            return self.of(node.value, depth + 1)
        if isinstance(node, ast.UnaryOp):
            return not isinstance(node.op, ast.Not) and self.of(node.operand, depth + 1)
        if isinstance(node, ast.BinOp):
            left, right = self.of(node.left, depth + 1), self.of(node.right, depth + 1)
            return (left or right) and self.mixed(node, left, right)
        if isinstance(node, ast.Name):
            value = assigned(self.module.source, node)
            return value is not None and self.of(value, depth + 1)
        return isinstance(node, ast.Call) and self._call(node, depth)

    def _call(self, call: ast.Call, depth: int) -> bool:
        api = self.module.api(call)
        if api is not None and self.made(api, call):
            return True
        function = call.func
        if isinstance(function, ast.Attribute):
            leaf = function.attr
            if leaf not in _KEEPING and leaf not in self.kept:
                return False
            if api is not None and api.startswith("torch.Tensor."):
                return self.of(function.value, depth + 1)
            return api is not None and bool(call.args) and self.of(call.args[0], depth + 1)
        if isinstance(function, ast.Name) and function.id in _REARRANGING and call.args:
            bound = self.module.analysis.bindings.qualified(function.id)
            return any(name.startswith("einops.") for name in bound) and self.of(call.args[0], depth + 1)
        return False


def assigned(source: SourceFile, name: ast.Name, augmented: bool = False) -> ast.expr | None:
    """What the last assignment before the name gave it, where all of them stand in the same block or around it.

    ``augmented``: a change by an operator (``x += 1``) is no other value, for the question at hand.
    """
    for above in source.above(name, ast.FunctionDef, ast.AsyncFunctionDef):
        if isinstance(above, (ast.Lambda, ast.GeneratorExp, ast.ClassDef)):
            return None
        if isinstance(above, (ast.ListComp, ast.SetComp, ast.DictComp)):
            bound = [one for loop in above.generators for one in ast.walk(loop.target) if isinstance(one, ast.Name)]
            if any(one.id == name.id for one in bound):
                return None
    scope = source.around(name, ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)
    last: ast.Assign | None = None
    held: ast.Name | None = None
    for node in names_in(source, scope, name.id) if scope is not None else ():
        if isinstance(node.ctx, ast.Load):
            continue
        if (node.lineno, node.col_offset) >= (name.lineno, name.col_offset):
            continue
        statement: ast.AST | None = source.parent(node)
        target: ast.expr = node
        if isinstance(statement, (ast.Tuple, ast.List)):
            target = statement
            statement = source.parent(target)
        if augmented and isinstance(statement, ast.AugAssign):
            continue
        if not isinstance(statement, ast.Assign) or statement.targets != [target]:
            return None
        if statement.end_lineno is not None and (statement.end_lineno, statement.end_col_offset or 0) <= (
            name.lineno,
            name.col_offset,
        ):
            if last is None or statement.lineno > last.lineno:
                last, held = statement, node
    if last is None or held is None:
        return None
    around = []
    outer: ast.AST | None = name
    while outer is not None:
        around.append(outer)
        outer = source.parent(outer)
    return _given(last, held) if source.parent(last) in around else None


def _given(statement: ast.Assign, name: ast.Name) -> ast.expr | None:
    """What the statement gives the name: of ``a, b = x, y`` the one beside it."""
    target, value = statement.targets[0], statement.value
    if target is name:
        return value
    if not isinstance(target, (ast.Tuple, ast.List)) or not isinstance(value, (ast.Tuple, ast.List)):
        return None
    plain = not any(isinstance(one, ast.Starred) for one in (*target.elts, *value.elts))
    if not plain or len(target.elts) != len(value.elts):
        return None
    return next((given for one, given in zip(target.elts, value.elts, strict=True) if one is name), None)
