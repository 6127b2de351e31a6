"""Statements of which nothing is left: what they move to a device, or give for itself, is there already."""

from __future__ import annotations

import ast

from mindport.analysis.findings import Applicability
from mindport.rewrite.rule import Module

_VALUES = (ast.Name, ast.Attribute, ast.Constant, ast.expr_context)
_TESTS = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.boolop, ast.unaryop, ast.cmpop)


def idle(module: Module) -> list[tuple[ast.stmt, list[ast.AST]]]:
    """The outermost of these statements, each with the uses that vanish with it."""
    gone: list[tuple[ast.stmt, list[ast.AST]]] = []
    covered: set[int] = set()
    for node in module.source.nodes:  # a statement before those that it holds
        if not isinstance(node, (ast.Assign, ast.Expr, ast.If)):
            continue
        uses: list[ast.AST] = []
        if id(node) not in covered and _idle(module, node, uses) and not _is_elif(module, node):
            gone.append((node, uses))
            covered.update(id(inner) for inner in ast.walk(node))
    return gone


def _idle(module: Module, node: ast.stmt, uses: list[ast.AST]) -> bool:
    """Whether nothing of the statement is left once it is rewritten; the uses that vanish are added to ``uses``."""
    before = len(uses)
    if isinstance(node, ast.Expr):
        return isinstance(_moved(module, node.value, uses), (ast.Name, ast.Attribute)) and len(uses) > before
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        pairs = _pairs(node.targets[0], node.value)
        return all(_becomes(module, target, value, uses) for target, value in pairs) and len(uses) > before
    if not isinstance(node, ast.If) or "#" in module.source.text_of(node):
        return False
    for inner in ast.walk(node.test):
        if isinstance(inner, ast.Call) and (module.api(inner) or "").startswith("torch.cuda."):
            uses.append(inner.func)
        elif not isinstance(inner, (*_VALUES, *_TESTS)):
            return False
    return all(_idle(module, inner, uses) for inner in (*node.body, *node.orelse))


def _is_elif(module: Module, node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and module.source.text_of(node).startswith("elif")


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts))
    return [(target, value)]


def _becomes(module: Module, target: ast.expr, value: ast.expr, uses: list[ast.AST]) -> bool:
    """Whether ``value``, rewritten, is just ``target``."""
    value = _moved(module, value, uses)
    return isinstance(target, (ast.Name, ast.Attribute)) and ast.unparse(target) == ast.unparse(value)


def _moved(module: Module, value: ast.expr, uses: list[ast.AST]) -> ast.expr:
    """What is left of ``value`` without the calls that become their receiver; their uses are added to ``uses``."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        finding = module.findings.get(id(value.func))
        if finding is None or finding.equivalent is None or finding.equivalent.template != "{self}":
            break
        if finding.fix is not Applicability.SAFE:
            break
        uses.append(value.func)
        value = value.func.value
    return value
